/// One client's connection, served on a thread of its own.
struct Connection {
  let socket: Socket
  let number: Int
  /// The maximal number of bytes of a request's body.
  let bodyBytes: Int
  /// Records a request and returns the reaction to it.
  let behaviour: (RecordedRequest) -> Behaviour
  /// Returns the way in which a request's body is read.
  let reading: (RecordedRequest) -> BodyReading
  /// Called with true when it begins to wait for a request, and with false when it stops.
  let waits: (Bool) -> Void

  /// Serves requests until either side ends the connection. The socket stays open.
  func serve() {
    var reader = RequestReader(socket, connection: number, bodyBytes: bodyBytes, reading: reading)
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
      return socket.sendAll(head(answer) + (request.method == "HEAD" ? [] : answer.body))
    case .raw(let bytes, let resets):
      _ = socket.sendAll(bytes)
      if resets { resetSoon() }
    case .truncate(let answer, let missing):
      _ = socket.sendAll(head(answer) + answer.body.dropLast(missing))
    case .reset:
      socket.resetOnClose()
    case .resetMidBody(let answer, let after):
      _ = socket.sendAll(head(answer) + answer.body.prefix(after))
      resetSoon()
    case .close:
      break
    case .hang:
      awaitLeave()
    case .hangMidBody(let answer, let after):
      _ = socket.sendAll(head(answer) + answer.body.prefix(after))
      awaitLeave()
    case .drip(let answer, let piece, let pause):
      return drip(answer, piece: max(1, piece), every: pause)
    case .flood(let bytes, let isChunked):
      return flood(bytes, chunked: isChunked)
    }
    return false
  }

  private func resetSoon() {
    // A reset discards bytes that the client has not read yet; give it a moment to read the head.
    _ = socket.waitReadable(.milliseconds(50))
    socket.resetOnClose()
  }

  private func head(_ answer: CannedAnswer) -> [UInt8] {
    var text = "HTTP/1.1 \(answer.status) \(Self.reason(answer.status))\r\n"
    for header in answer.headers { text += "\(header.name): \(header.value)\r\n" }
    let hasLength = answer.headers.contains { $0.name.lowercased() == "content-length" }
    if !hasLength, answer.status != 204, answer.status != 304 {
      text += "Content-Length: \(answer.body.count)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  private static func reason(_ status: Int) -> String {
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

  private func awaitLeave() {
    while let bytes = socket.receive(), !bytes.isEmpty {}
  }

  private func drip(_ answer: CannedAnswer, piece: Int, every pause: Duration) -> Bool {
    guard socket.sendAll(head(answer)) else { return false }
    var rest = answer.body[...]
    while !rest.isEmpty {
      if socket.waitReadable(pause) { return false }
      guard socket.sendAll(rest.prefix(piece)) else { return false }
      rest = rest.dropFirst(piece)
    }
    return true
  }

  private func flood(_ total: Int, chunked isChunked: Bool) -> Bool {
    let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(total)"
    guard socket.sendAll(Array("HTTP/1.1 200 OK\r\n\(length)\r\n\r\n".utf8)) else { return false }
    let piece = [UInt8](repeating: 0x20, count: 1 << 16)
    var left = total
    while left > 0 {
      let bytes = piece.prefix(left)
      if isChunked {
        let size = String(bytes.count, radix: 16)
        guard socket.sendAll(Array("\(size)\r\n".utf8) + bytes + [13, 10]) else { return false }
      } else {
        guard socket.sendAll(bytes) else { return false }
      }
      left -= bytes.count
    }
    return isChunked ? socket.sendAll(Array("0\r\n\r\n".utf8)) : true
  }
}
