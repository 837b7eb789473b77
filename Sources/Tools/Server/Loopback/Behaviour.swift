/// The server's reaction to one request.
package struct Behaviour: Sendable {
  /// The kinds of good and bad conduct.
  package enum Conduct: Sendable {
    case answer(CannedAnswer)
    /// Sends these bytes instead of an HTTP answer, and ends the connection, orderly or with a reset.
    case raw([UInt8], resets: Bool = false)
    /// Announces the whole body, sends all but `missing` bytes of it, and closes.
    case truncate(CannedAnswer, missing: Int)
    /// Ends the connection with a reset, without an answer.
    case reset
    /// Sends the head and `after` bytes of the body, then ends the connection with a reset.
    case resetMidBody(CannedAnswer, after: Int)
    /// Closes the connection without an answer.
    case close
    /// Sends nothing until the client gives up.
    case hang
    /// Sends the head and `after` bytes of the body, then nothing until the client gives up.
    case hangMidBody(CannedAnswer, after: Int)
    /// Sends the body in small pieces with a wait before each.
    case drip(CannedAnswer, piece: Int, every: Duration)
    /// Sends a body of this size, generated while it is sent; without a length if `chunked`.
    case flood(bytes: Int, chunked: Bool)
  }

  package var conduct: Conduct
  /// The wait before anything is sent.
  package var delay: Duration

  package init(_ conduct: Conduct, delay: Duration = .zero) {
    self.conduct = conduct
    self.delay = delay
  }
}

/// The way in which the server reads a request's body.
package enum BodyReading: Sendable {
  case whole
  /// Discards each piece, so that the request has no body.
  case skip
  /// Ends the connection with a reset after this many bytes.
  case reset(after: Int)
  /// Reads no more after this many bytes, until the client gives up.
  case stop(after: Int)
  /// Reads a piece, then waits.
  case slow(piece: Int, every: Duration)
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
  /// Answers with a JSON text.
  package static func json(_ text: String, status: Int = 200, after delay: Duration = .zero) -> Behaviour {
    Behaviour(.answer(.json(text, status: status)), delay: delay)
  }

  /// Answers with a status alone.
  package static func status(_ status: Int, after delay: Duration = .zero) -> Behaviour {
    Behaviour(.answer(CannedAnswer(status: status)), delay: delay)
  }

  /// Redirects the client to another address.
  package static func redirect(to address: String, status: Int = 302) -> Behaviour {
    Behaviour(.answer(CannedAnswer(status: status, headers: [("Location", address)])))
  }

  /// Sends bytes that are not HTTP.
  package static let garbage = Behaviour(.raw(Array("\u{1}\u{2} this is no HTTP \r\n\r\n".utf8)))
  /// Ends the connection with a reset, without an answer.
  package static let reset = Behaviour(.reset)
  /// Closes the connection without an answer.
  package static let close = Behaviour(.close)
  /// Sends nothing until the client gives up.
  package static let hang = Behaviour(.hang)
}
