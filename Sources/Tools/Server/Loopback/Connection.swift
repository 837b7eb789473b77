/// One client's connection, served on a thread of its own.
struct Connection: Sendable {
  let socket: Socket
  let number: Int
  let limits: LoopbackServer.Limits
  /// Records a request and returns the reaction to it.
  let behaviour: @Sendable (RecordedRequest) -> Behaviour
  /// Called with true when it begins to wait for a request, and with false when it stops.
  let waits: @Sendable (Bool) -> Void

  /// Serves requests until either side ends the connection. The socket stays open.
  func serve() {
    var reader = RequestReader(socket, connection: number, limits)
    while let request = reader.next() {
      waits(false)
      defer { waits(true) }
      let behaviour = behaviour(request)
      // A wait ends early when the client gives up, so that abandoned requests do not pile up.
      if behaviour.delay > .zero, socket.waitReadable(behaviour.delay) { return }
      let hasEnded = !perform(behaviour.conduct, for: request)
      if hasEnded || request.header("Connection")?.lowercased() == "close" { return }
    }
  }

  /// Performs the reaction; returns whether the connection can continue.
  private func perform(_ conduct: Behaviour.Conduct, for request: RecordedRequest) -> Bool {
    switch conduct {
    case .answer(let answer):
      return socket.sendAll(answer.head + (request.method == "HEAD" ? [] : answer.body))
    case .reset: socket.resetOnClose()
    case .close: break
    case .hang: socket.awaitLeave()
    case .custom(let perform): return perform(socket)
    }
    return false
  }
}

extension CannedAnswer {
  package var head: [UInt8] {
    // The reason phrase may be empty (RFC 9112, section 4).
    var text = "HTTP/1.1 \(status) \r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    let hasLength = headers.contains { $0.name.lowercased() == "content-length" }
    if !hasLength, status != 204, status != 304 { text += "Content-Length: \(body.count)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
