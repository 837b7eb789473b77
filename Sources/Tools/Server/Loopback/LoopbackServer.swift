import Foundation

/// A small HTTP/1.1 server on 127.0.0.1 that misbehaves on command, for tests and examples.
///
/// What it does is scripted by path: a list of behaviours, one a request, of which the last one repeats.
/// A path without a script is answered with 404.
package final class LoopbackServer: @unchecked Sendable {
  // `condition` guards every variable; it is signalled whenever a connection or the acceptor ends, and when a request
  // was recorded.
  private let condition = NSCondition()
  private let sockets = OpenSockets()
  private var scripts: [String: [Behaviour]] = [:]
  private var answered: [String: Int] = [:]
  private var deciders: [String: Decider] = [:]
  private var everyDecider: Decider?
  private var readings: [String: BodyReading] = [:]
  private var recorded: [RecordedRequest] = []
  private var listener: Socket?
  private var isAccepting = false
  private var isStopping = false
  private var connections: Set<Int> = []
  /// The connections that wait for a request.
  private var waiting: [Int: Socket] = [:]
  private var accepted = 0

  /// Chooses what is done with a request, by what it contains.
  package typealias Decider = @Sendable (RecordedRequest) -> Behaviour

  /// The port, which stays the same when the server is stopped and started again.
  package let port: UInt16

  private let limits: Limits

  /// What a server holds at a time.
  package struct Limits: Sendable {
    /// The most connections. A further one ends the oldest one that waits for a request; without such a one it is
    /// closed at once.
    package var connections: Int
    /// The most bytes of a request's body; a longer one ends its connection.
    package var bodyBytes: Int
    /// Whether the requests are kept.
    package var keepsRequests: Bool
    /// Whether requests have their bodies.
    package var keepsBodies: Bool
    /// How long a client may send nothing while the server reads; its connection then ends. nil waits for ever.
    package var silence: Duration?
    /// The bytes of each connection's stack, on which deciders run.
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

  /// Starts a server on a port; 0 takes a free one.
  ///
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

  /// Sets what is done with the requests for a path from now on.
  package func script(_ path: String, _ behaviours: Behaviour...) {
    script(path, behaviours)
  }

  /// Sets what is done with the requests for a path from now on; an empty list makes it unknown again.
  package func script(_ path: String, _ behaviours: [Behaviour]) {
    condition.withLock {
      scripts[path] = behaviours.isEmpty ? nil : behaviours
      answered[path] = 0
      deciders[path] = nil
    }
  }

  /// Lets a function choose what is done with each request for a path, in place of a script. It is called on the
  /// connection's thread.
  package func decide(_ path: String, _ decider: @escaping Decider) {
    condition.withLock {
      scripts[path] = nil
      deciders[path] = decider
    }
  }

  /// Lets a function choose what is done with every request, in place of scripts. It is called on the connections'
  /// threads.
  package func decideAll(_ decider: @escaping Decider) {
    condition.withLock { everyDecider = decider }
  }

  /// Sets how the bodies of requests for a path are read from now on. A request whose body is not read whole is not
  /// recorded.
  package func read(_ path: String, _ reading: BodyReading) {
    condition.withLock { readings[path] = reading }
  }

  /// All requests so far, in the order of their arrival.
  package var requests: [RecordedRequest] { condition.withLock { recorded } }

  /// The requests for one path so far.
  package func requests(for path: String) -> [RecordedRequest] {
    requests.filter { $0.path == path }
  }

  /// Forgets the requests so far.
  package func forgetRequests() {
    condition.withLock { recorded = [] }
  }

  /// How many connections are open now.
  package var openConnections: Int { condition.withLock { connections.count } }

  /// How many connections there have been.
  package var connectionCount: Int { condition.withLock { accepted } }

  /// Closes all connections and refuses new ones; returns when all is closed.
  package func stop() {
    condition.withLock {
      isStopping = true
      sockets.shutDownAll()
      // Some systems wake no acceptor by a shutdown alone; closing does.
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
      // A client that was accepted just before the stop would keep it waiting.
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
    let bodyBytes = limits.bodyBytes
    if let silence = limits.silence { client.limitSilence(silence) }
    Self.thread("loopback.\(number)", stackBytes: limits.stackBytes) { [weak self, sockets] in
      let connection = Connection(
        socket: client, number: number, bodyBytes: bodyBytes,
        behaviour: { [weak self] request in self?.behaviour(for: request) ?? .close },
        reading: { [weak self] request in self?.reading(of: request) ?? .whole },
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

  private func reading(of request: RecordedRequest) -> BodyReading {
    guard limits.keepsBodies else { return .skip }
    return condition.withLock { readings[request.path] } ?? .whole
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
      let turn = answered[request.path, default: 0]
      answered[request.path] = turn + 1
      return script[min(turn, script.count - 1)]
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
