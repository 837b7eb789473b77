import Foundation

/// A small HTTP/1.1 server on 127.0.0.1.
///
/// A script for a path is a list of behaviours, one for each request; the last one repeats. A path without a
/// script is answered with 404.
package final class LoopbackServer: @unchecked Sendable {
  // `condition` guards every variable; it is signalled when a connection or the acceptor ends, and when a
  // request was recorded.
  private let condition = NSCondition()
  private let sockets = OpenSockets()
  private var scripts: [String: (behaviours: [Behaviour], turn: Int)] = [:]
  private var deciders: [String: Decider] = [:]
  private var everyDecider: Decider?
  private var recorded: [RecordedRequest] = []
  private var listener: Socket?
  private var isAccepting = false
  private var isStopping = false
  private var connections: Set<Int> = []
  /// The connections that wait for a request.
  private var waiting: [Int: Socket] = [:]
  private var accepted = 0

  /// Chooses the reaction to a request by its content.
  package typealias Decider = @Sendable (RecordedRequest) -> Behaviour

  /// The port, which stays the same when the server is stopped and started again.
  package let port: UInt16

  private let limits: Limits

  package struct Limits: Sendable {
    /// The maximal number of open connections. A further one ends the oldest one that waits for a request; if
    /// there is none, the new one is closed at once.
    package var connections: Int
    /// The maximal number of bytes of a request's body; a longer one ends its connection.
    package var bodyBytes: Int
    package var keepsRequests: Bool
    package var keepsBodies: Bool
    /// The longest silence of a client while the server reads; its connection then ends. nil waits for ever.
    package var silence: Duration?
    /// The stack size of each connection's thread in bytes. Deciders run on it.
    package var stackBytes: Int

    package init(
      connections: Int = .max, bodyBytes: Int = .max, keepsRequests: Bool = true, keepsBodies: Bool = true,
      silence: Duration? = nil, stackBytes: Int = 256 << 10
    ) {
      self.connections = connections
      self.bodyBytes = bodyBytes
      self.keepsRequests = keepsRequests
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

  /// Sets the reactions to later requests for a path.
  package func script(_ path: String, _ behaviours: Behaviour...) {
    script(path, behaviours)
  }

  /// Sets the reactions to later requests for a path; an empty list makes the path unknown again.
  package func script(_ path: String, _ behaviours: [Behaviour]) {
    condition.withLock {
      scripts[path] = behaviours.isEmpty ? nil : (behaviours, 0)
      deciders[path] = nil
    }
  }

  /// Sets a function that chooses the reaction to each request for a path, instead of a script. It is called
  /// on the connection's thread.
  package func decide(_ path: String, _ decider: @escaping Decider) {
    condition.withLock {
      scripts[path] = nil
      deciders[path] = decider
    }
  }

  /// Sets a function that chooses the reaction to every request, instead of scripts. It is called on the
  /// connections' threads.
  package func decideAll(_ decider: @escaping Decider) {
    condition.withLock { everyDecider = decider }
  }

  /// All requests so far, in the order of their arrival.
  package var requests: [RecordedRequest] { condition.withLock { recorded } }

  package func requests(for path: String) -> [RecordedRequest] {
    requests.filter { $0.path == path }
  }

  package func forgetRequests() {
    condition.withLock { recorded = [] }
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

  /// Starts again after a stop, on the same port.
  package func start() throws {
    guard condition.withLock({ listener == nil }) else { return }
    try listen(on: try Socket.bound(to: port))
  }

  private func listen(on socket: Socket) throws {
    do { try socket.startListening() } catch {
      socket.end()
      throw error
    }
    sockets.add(socket)
    condition.withLock {
      listener = socket
      isAccepting = true
      isStopping = false
    }
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
        behaviour: { [weak self] request in self?.behaviour(for: request) ?? .close },
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

  private func behaviour(for request: RecordedRequest) -> Behaviour {
    let decider = condition.withLock {
      if limits.keepsRequests { recorded.append(request) }
      condition.broadcast()
      return everyDecider ?? deciders[request.path]
    }
    if let decider { return decider(request) }
    return condition.withLock {
      guard let script = scripts[request.path] else {
        return .json(#"{"error":"unknown path"}"#, status: 404)
      }
      scripts[request.path]?.turn += 1
      return script.behaviours[min(script.turn, script.behaviours.count - 1)]
    }
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
