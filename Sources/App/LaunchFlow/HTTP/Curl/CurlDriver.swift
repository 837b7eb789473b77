#if os(Linux)
  import Foundation
  import LaunchFlowMachine

  /// The thread on which libcurl works, for all exchanges of the process. It sleeps between events.
  final class CurlDriver: @unchecked Sendable {
    private enum Order {
      case begin(CurlExchange)
      case cancel(CurlExchange)
    }

    /// Connections that are kept for further requests: `CURLMOPT_MAXCONNECTS`, and how many.
    private static let keptConnections: (option: Int32, count: Int) = (6, 64)
    /// The longest sleep, in milliseconds.
    private static let longest: Int32 = 3_600_000

    /// The driver of all transports; nil without the library or without memory for it.
    static let shared = CurlLibrary.system.flatMap { CurlDriver($0) }

    private let library: CurlLibrary
    /// The largest number of exchanges with a connection. Further ones wait, so that descriptors do not run out.
    private let most: Int
    private let multi: CurlLibrary.Handle
    private let orders = Locked<[Order]>([])
    private let counted = Locked(0)

    // Only the thread uses these.
    private var running: [CurlLibrary.Handle: (transfer: CurlTransfer, exchange: CurlExchange)] = [:]
    private var waiting: [CurlExchange] = []
    private var nextDue: ContinuousClock.Instant?

    init?(_ library: CurlLibrary, most: Int = 256) {
      guard library.initialize(3) == 0, let multi = library.makeMulti() else { return nil }
      self.library = library
      self.most = most
      self.multi = multi
      _ = library.setForAll(multi, Self.keptConnections.option, Self.keptConnections.count)
      let thread = Thread { self.run() }
      thread.name = "launchflow.http"
      thread.qualityOfService = .userInitiated
      thread.start()
    }

    /// How often the thread has woken up, for tests.
    var turns: Int { counted.withLock { $0 } }

    /// Begins an exchange soon.
    func begin(_ exchange: CurlExchange) { give(.begin(exchange)) }

    /// Cancels an exchange soon, whether it has begun or not.
    func cancel(_ exchange: CurlExchange) { give(.cancel(exchange)) }

    private func give(_ order: Order) {
      let isFirst = orders.withLock { orders in
        orders.append(order)
        return orders.count == 1
      }
      if isFirst { _ = library.wakeUp(multi) }
    }

    private func run() {
      // A closed connection is an error, but with some versions of libcurl it sends this signal.
      var brokenPipe = sigset_t()
      sigemptyset(&brokenPipe)
      sigaddset(&brokenPipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
      while true {
        counted.withLock { $0 += 1 }
        follow(
          orders.withLock { orders in
            defer { orders = [] }
            return orders
          })
        startWaiting()
        var count: Int32 = 0
        _ = library.perform(multi, &count)
        takeEnded()
        endOverdue()
        startWaiting()
        // After a failure the loop must still sleep.
        if library.poll(multi, nil, 0, patience(), nil) != 0 { usleep(10_000) }
      }
    }

    private func follow(_ orders: [Order]) {
      for order in orders {
        switch order {
        case .begin(let exchange):
          nextDue = min(nextDue ?? exchange.due, exchange.due)
          waiting.append(exchange)
        case .cancel(let exchange): end(exchange, .failure(HTTPFailure(.network, "cancelled")))
        }
      }
    }

    private func startWaiting() {
      var taken = 0
      while running.count < most, taken < waiting.count {
        let exchange = waiting[taken]
        taken += 1
        if !exchange.hasEnded { start(exchange.request, of: exchange) }
      }
      waiting.removeFirst(taken)
    }

    private func start(_ request: HTTPRequest, of exchange: CurlExchange) {
      do throws(HTTPFailure) {
        let transfer = try CurlTransfer(request, of: exchange, with: library)
        exchange.transfer = transfer.handle
        running[transfer.handle] = (transfer, exchange)
        _ = library.add(multi, transfer.handle)
      } catch {
        end(exchange, .failure(error))
      }
    }

    /// Handles the transfers that have ended: each ends or redirects its exchange.
    private func takeEnded() {
      var count: Int32 = 0
      while let message = library.nextMessage(multi, &count)?.load(as: CurlLibrary.Message.self) {
        guard let handle = message.transfer, let (transfer, exchange) = running[handle] else { continue }
        guard let next = transfer.next else {
          end(exchange, transfer.answer(message.result))
          continue
        }
        exchange.redirects += 1
        guard exchange.redirects <= Redirect.most else {
          end(exchange, .failure(HTTPFailure(.malformed, "too many redirects")))
          continue
        }
        stop(exchange)
        start(next, of: exchange)
      }
    }

    private func endOverdue() {
      let now = ContinuousClock.now
      guard let due = nextDue, due <= now else { return }
      let all = running.values.map(\.exchange) + waiting
      nextDue = all.lazy.map(\.due).filter { $0 > now }.min()
      for exchange in all where exchange.due <= now {
        end(exchange, .failure(HTTPFailure(.timeout, "no time left")))
      }
    }

    /// Ends an exchange for its caller, with its transfer if there is one.
    private func end(_ exchange: CurlExchange, _ result: Result<HTTPResponse, HTTPFailure>) {
      stop(exchange)
      exchange.end(result)
    }

    private func stop(_ exchange: CurlExchange) {
      guard let handle = exchange.transfer else { return }
      exchange.transfer = nil
      _ = library.remove(multi, handle)
      running[handle] = nil
    }

    /// How many milliseconds the thread may sleep.
    private func patience() -> Int32 {
      guard let nextDue else { return Self.longest }
      let left = ContinuousClock.now.duration(to: nextDue).nanoseconds / 1_000_000 + 1
      return Int32(clamping: max(0, min(left, Int64(Self.longest))))
    }
  }
#endif
