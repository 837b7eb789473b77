import Foundation

/// A small HTTP/1.1 server on 127.0.0.1. Until it has a decider, it closes each connection.
package final class LoopbackServer: Sendable {
  /// Chooses the reaction to a request by its content.
  package typealias Decider = @Sendable (RecordedRequest) -> Behaviour

  package struct Limits: Sendable {
    /// The maximal number of open connections. A further one ends the oldest one that waits for a request; if
    /// there is none, the new one is closed at once.
    package var connections = Int.max
    /// The maximal number of bytes of a request's body; a longer one ends its connection.
    package var bodyBytes = Int.max
    /// The longest silence of a client while the server reads; its connection then ends. nil waits for ever.
    package var silence: Duration?

    package init() {}
  }

  package let port: UInt16
  /// The server's threads share it, and may outlive the server.
  private let clients: Clients

  /// - Parameter wanted: 0 takes a free port.
  /// - Throws: `SocketError` if the port is taken.
  package init(port wanted: UInt16 = 0, limits: Limits = Limits()) throws {
    let socket = try Socket.bound(to: wanted)
    do { try socket.startListening() } catch {
      socket.end()
      throw error
    }
    port = socket.port
    clients = Clients(of: socket, limits)
    Clients.thread("loopback.accept") { [clients] in clients.accept() }
  }

  deinit { clients.shutDown() }

  /// The server's address, without a slash at its end.
  package var address: String { "http://127.0.0.1:\(port)" }

  /// Sets the function that chooses the reaction to every request. It is called on the connections' threads.
  package func decideAll(_ decider: @escaping Decider) { clients.decideAll(decider) }

  package var openConnections: Int { clients.open }
  package var connectionCount: Int { clients.accepted }

  /// Closes all connections and refuses new ones; returns when all are closed.
  package func stop() {
    clients.shutDown()
    clients.awaitEnd()
  }
}

/// The connections of a server. Shutting a socket down and closing it exclude each other, since the system may reuse a
/// closed descriptor a moment later.
private final class Clients: @unchecked Sendable {
  // `condition` guards every variable; it is signalled when a connection or the acceptor ends.
  private let condition = NSCondition()
  private var decider: LoopbackServer.Decider = { _ in .close }
  /// nil once it is closed.
  private var listener: Socket?
  private var isAccepting = true
  private var isStopping = false
  /// By number: the open connections, and whether they wait for a request.
  private var connections: [Int: (socket: Socket, isWaiting: Bool)] = [:]
  private var count = 0
  private let limits: LoopbackServer.Limits

  init(of listener: Socket, _ limits: LoopbackServer.Limits) {
    self.listener = listener
    self.limits = limits
  }

  var open: Int { condition.withLock { connections.count } }
  var accepted: Int { condition.withLock { count } }

  func decideAll(_ decider: @escaping LoopbackServer.Decider) {
    condition.withLock { self.decider = decider }
  }

  /// Accepts clients until the listener is shut down.
  func accept() {
    let listener = condition.withLock { self.listener }
    while let client = listener?.nextClient() { serve(client) }
    condition.withLock {
      isAccepting = false
      self.listener?.end()
      self.listener = nil
      condition.broadcast()
    }
  }

  func shutDown() {
    condition.withLock {
      isStopping = true
      for connection in connections.values { connection.socket.shutDown() }
      listener?.shutDown()
      // On some systems a shutdown alone does not wake the acceptor; closing does.
      #if canImport(Darwin)
        listener?.end()
        listener = nil
      #endif
    }
  }

  func awaitEnd() {
    condition.withLock { while isAccepting || !connections.isEmpty { condition.wait() } }
  }

  private func serve(_ client: Socket) {
    guard let number = add(client) else { return client.end() }
    if let silence = limits.silence { client.limitSilence(silence) }
    Self.thread("loopback.\(number)") { [self] in
      answer(client, number)
      condition.withLock {
        connections[number] = nil
        client.end()
        condition.broadcast()
      }
    }
  }

  /// Answers requests until either side ends the connection. The socket stays open.
  private func answer(_ client: Socket, _ number: Int) {
    func waits(_ waits: Bool) { condition.withLock { connections[number]?.isWaiting = waits } }
    var reader = RequestReader(client, limits)
    while let request = reader.next() {
      waits(false)
      defer { waits(true) }
      let behaviour = condition.withLock { decider }(request)
      // A wait ends early when the client gives up, so that abandoned requests do not pile up.
      if behaviour.delay > .zero, client.waitReadable(behaviour.delay) { return }
      let hasEnded = !behaviour.perform(on: client, for: request)
      if hasEnded || request.header("Connection")?.lowercased() == "close" { return }
    }
  }

  /// Adds a client; returns its number, or nil if it is refused.
  private func add(_ client: Socket) -> Int? {
    condition.withLock {
      // A client that was accepted just before the stop would delay it.
      guard !isStopping else { return nil }
      if connections.count >= limits.connections {
        let waiting = connections.filter { $0.value.isWaiting }.keys
        guard let oldest = waiting.min() else { return nil }
        connections[oldest]?.socket.shutDown()
        connections[oldest]?.isWaiting = false
      }
      connections[count] = (client, true)
      count += 1
      return count - 1
    }
  }

  static func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    // Deciders run on it, and may read deeply nested documents.
    thread.stackSize = 8 << 20
    thread.start()
  }
}
