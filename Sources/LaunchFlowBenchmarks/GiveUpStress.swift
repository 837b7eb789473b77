import Foundation
import LaunchFlow
import LaunchFlowLoopback
import LaunchFlowMachine

/// Gives up HTTP requests around the moment of their completion: on Linux a cancellation there has deadlocked
/// and ended processes. Checks that each completion is called once and that no descriptor is left.
enum GiveUpStress {
  /// What became of the requests.
  private struct Tally {
    var calls = 0
    var answered = 0
    var givenUp = 0
    var other = 0
    /// How long answers take at present, in microseconds.
    var usual = 1000.0
  }

  static func run(_ arguments: [String]) throws {
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let workers = arguments.dropFirst().first.flatMap { Int($0) } ?? 16
    let server = try LoopbackServer()
    server.script("/a", .json(#"{"code":0}"#))
    // Foundation and Dispatch open some descriptors once and keep them.
    _ = round(server, requests: 2_000, workers: workers)
    settle { server.openConnections == 0 }
    let descriptors = ProcessFigures.descriptors
    let memory = ProcessFigures.residentKilobytes
    let start = ContinuousClock.now
    let tally = round(server, requests: count, workers: workers)
    let time = start.duration(to: .now)
    settle { ProcessFigures.descriptors <= descriptors && server.openConnections == 0 }
    let left = ProcessFigures.descriptors
    let grown = memory.flatMap { before in ProcessFigures.residentKilobytes.map { "\($0 - before) kB" } }
    print("requests \(count): answered \(tally.answered), given up \(tally.givenUp), other \(tally.other)")
    print("completions called: \(tally.calls); took \(time); memory grown: \(grown ?? "unknown")")
    print("descriptors: \(descriptors) before, \(left) after; connections left: \(server.openConnections)")
    guard tally.calls == count, left <= descriptors, server.openConnections == 0 else {
      print("FAILED")
      exit(1)
    }
  }

  private static func settle(_ isSettled: () -> Bool) {
    for _ in 0..<150 where !isSettled() { usleep(100_000) }
  }

  /// Sends requests through a session of their own from several threads, giving each up about when its answer
  /// is due.
  private static func round(_ server: LoopbackServer, requests: Int, workers: Int) -> Tally {
    let transport = URLSessionTransport()
    let request = HTTPRequest(url: server.address + "/a")
    let tally = Locked(Tally())
    let group = DispatchGroup()
    for worker in 0..<workers {
      let share = requests / workers + (worker < requests % workers ? 1 : 0)
      group.enter()
      Thread {
        var random = SplitMix(state: UInt64(worker))
        for turn in 0..<share {
          one(transport, request, tally, &random)
          // What the server remembers would look like a leak.
          if turn % 64 == 0 { server.forgetRequests() }
        }
        group.leave()
      }.start()
    }
    group.wait()
    return tally.withLock { $0 }
  }

  private static func one(
    _ transport: URLSessionTransport, _ request: HTTPRequest, _ tally: Locked<Tally>,
    _ random: inout SplitMix
  ) {
    let done = DispatchSemaphore(value: 0)
    let usual = tally.withLock { $0.usual }
    let start = ContinuousClock.now
    let exchange = transport.send(request, timeout: .seconds(5)) { result in
      let time = start.duration(to: .now) / .microseconds(1)
      tally.withLock { tally in
        tally.calls += 1
        switch result {
        case .success:
          tally.answered += 1
          tally.usual += (time - tally.usual) / 50
        case .failure(let failure) where failure.detail == "cancelled":
          tally.givenUp += 1
          // What was given up was slower than this.
          tally.usual += tally.usual / 100
        case .failure: tally.other += 1
        }
      }
      done.signal()
    }
    usleep(UInt32(usual * Double.random(in: 0.2...1.6, using: &random)))
    exchange.cancel()
    done.wait()
  }
}

/// A small generator with a seed, so that a run can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
