/// The server's reaction to one request.
package struct Behaviour: Sendable {
  package enum Conduct: Sendable {
    case answer(CannedAnswer)
    /// Ends the connection with a reset, without an answer.
    case reset
    /// Closes the connection without an answer.
    case close
    /// Sends nothing until the client gives up.
    case hang
    /// Calls the function, which returns whether the connection can continue.
    case custom(@Sendable (Socket) -> Bool)
  }

  package var conduct: Conduct
  /// The wait before anything is sent.
  package var delay: Duration

  package init(_ conduct: Conduct, delay: Duration = .zero) {
    self.conduct = conduct
    self.delay = delay
  }
}

/// A prepared HTTP answer.
package struct CannedAnswer: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  package init(status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package static func json(_ text: String, status: Int = 200) -> CannedAnswer {
    CannedAnswer(status: status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }
}

extension Behaviour {
  package static func json(_ text: String, status: Int = 200, after delay: Duration = .zero) -> Behaviour {
    Behaviour(.answer(.json(text, status: status)), delay: delay)
  }

  package static let close = Behaviour(.close)
  package static let hang = Behaviour(.hang)
}

extension Behaviour {
  /// Reacts to a request, without the wait; returns whether the connection can continue.
  func perform(on socket: Socket, for request: RecordedRequest) -> Bool {
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
