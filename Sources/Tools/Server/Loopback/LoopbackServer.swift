import Foundation

/// A small HTTP/1.1 server on 127.0.0.1. Until it has a decider, it closes each connection.
package final class LoopbackServer: @unchecked Sendable {
  // `condition` guards every variable; it is signalled when a connection or the acceptor ends.
  private let condition = NSCondition()
  private let sockets = OpenSockets()
  private var decider: Decider = { _ in .close }
  private var listener: Socket?
  private var isAccepting = true
  private var isStopping = false
  private var connections: Set<Int> = []
  /// The connections that wait for a request.
  private var waiting: [Int: Socket] = [:]
  private var accepted = 0

  /// Chooses the reaction to a request by its content.
  package typealias Decider = @Sendable (RecordedRequest) -> Behaviour

  package let port: UInt16

  private let limits: Limits

  package struct Limits: Sendable {
    /// The maximal number of open connections. A further one ends the oldest one that waits for a request; if
    /// there is none, the new one is closed at once.
    package var connections: Int
    /// The maximal number of bytes of a request's body; a longer one ends its connection.
    package var bodyBytes: Int
    package var keepsBodies: Bool
    /// The longest silence of a client while the server reads; its connection then ends. nil waits for ever.
    package var silence: Duration?
    /// The stack size of each connection's thread in bytes. Deciders run on it.
    package var stackBytes: Int

    package init(
      connections: Int = .max, bodyBytes: Int = .max, keepsBodies: Bool = true, silence: Duration? = nil,
      stackBytes: Int = 256 << 10
    ) {
      self.connections = connections
      self.bodyBytes = bodyBytes
      self.keepsBodies = keepsBodies
      self.silence = silence
      self.stackBytes = stackBytes
    }
  }

  /// - Parameter wanted: 0 takes a free port.
  /// - Throws: `SocketError` if the port is taken.
  package init(port wanted: UInt16 = 0, limits: Limits = Limits()) throws {
    self.limits = limits
    let socket = try Socket.bound(to: wanted)
    port = socket.port
    try listen(on: socket)
  }

  deinit { sockets.shutDownAll() }

  /// The server's address, without a slash at its end.
  package var address: String { "http://127.0.0.1:\(port)" }

  /// Sets the function that chooses the reaction to every request. It is called on the connections' threads.
  package func decideAll(_ decider: @escaping Decider) {
    condition.withLock { self.decider = decider }
  }

  package var openConnections: Int { condition.withLock { connections.count } }
  package var connectionCount: Int { condition.withLock { accepted } }

  /// Closes all connections and refuses new ones; returns when all are closed.
  package func stop() {
    condition.withLock {
      isStopping = true
      sockets.shutDownAll()
      // On some systems a shutdown alone does not wake the acceptor; closing does.
      #if canImport(Darwin)
        listener.map(sockets.close)
      #endif
      while isAccepting || !connections.isEmpty { condition.wait() }
      listener = nil
    }
  }

  private func listen(on socket: Socket) throws {
    do { try socket.startListening() } catch {
      socket.end()
      throw error
    }
    sockets.add(socket)
    condition.withLock { listener = socket }
    Self.thread("loopback.accept") { [weak self, sockets] in
      while let client = socket.nextClient() {
        guard let self else {
          client.end()
          break
        }
        self.serve(client)
      }
      sockets.close(socket)
      self?.condition.withLock {
        self?.isAccepting = false
        self?.condition.broadcast()
      }
    }
  }

  private func serve(_ client: Socket) {
    let number = condition.withLock { () -> Int? in
      // A client that was accepted just before the stop would delay it.
      guard !isStopping else { return nil }
      if connections.count >= limits.connections {
        guard let oldest = waiting.keys.min(), let socket = waiting.removeValue(forKey: oldest) else {
          return nil
        }
        sockets.shutDown(socket)
      }
      let number = accepted
      accepted += 1
      connections.insert(number)
      waiting[number] = client
      sockets.add(client)
      return number
    }
    guard let number else { return client.end() }
    let (bodyBytes, keepsBodies) = (limits.bodyBytes, limits.keepsBodies)
    if let silence = limits.silence { client.limitSilence(silence) }
    Self.thread("loopback.\(number)", stackBytes: limits.stackBytes) { [weak self, sockets] in
      let connection = Connection(
        socket: client, number: number, bodyBytes: bodyBytes, keepsBodies: keepsBodies,
        behaviour: { [weak self] request in
          guard let self else { return .close }
          return self.condition.withLock { self.decider }(request)
        },
        waits: { [weak self] waits in self?.note(number, client, waits) })
      connection.serve()
      self?.note(number, client, false)
      sockets.close(client)
      guard let self else { return }
      self.condition.withLock {
        self.connections.remove(number)
        self.condition.broadcast()
      }
    }
  }

  private func note(_ number: Int, _ client: Socket, _ waits: Bool) {
    condition.withLock { waiting[number] = waits ? client : nil }
  }

  private static func thread(
    _ name: String, stackBytes: Int = 256 << 10, _ body: @escaping @Sendable () -> Void
  ) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = stackBytes
    thread.start()
  }
}
