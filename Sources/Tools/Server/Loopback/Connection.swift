/// One client's connection, served on a thread of its own.
struct Connection {
  let socket: Socket
  let number: Int
  /// The maximal number of bytes of a request's body.
  let bodyBytes: Int
  let keepsBodies: Bool
  /// Records a request and returns the reaction to it.
  let behaviour: (RecordedRequest) -> Behaviour
  /// Called with true when it begins to wait for a request, and with false when it stops.
  let waits: (Bool) -> Void

  /// Serves requests until either side ends the connection. The socket stays open.
  func serve() {
    var reader = RequestReader(
      socket, connection: number, bodyBytes: bodyBytes, keepsBodies: keepsBodies)
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
    var text = "HTTP/1.1 \(status) \(reason)\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    let hasLength = headers.contains { $0.name.lowercased() == "content-length" }
    if !hasLength, status != 204, status != 304 { text += "Content-Length: \(body.count)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  private var reason: String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 301, 302, 303, 307, 308: "Elsewhere"
    case 401: "Unauthorized"
    case 404: "Not Found"
    case 500: "Internal Server Error"
    default: "Status"
    }
  }
}
