/// Reads requests from a connection, one after another.
struct RequestReader {
  private let socket: Socket
  private let limits: LoopbackServer.Limits
  private var buffer: [UInt8] = []

  /// The maximal number of bytes of a request's head; a longer one ends the connection.
  private static let headLimit = 1 << 20

  init(_ socket: Socket, _ limits: LoopbackServer.Limits) {
    (self.socket, self.limits) = (socket, limits)
  }

  /// The next request; nil when the client is gone or does not speak HTTP.
  mutating func next() -> RecordedRequest? {
    guard let head = readText(to: "\r\n\r\n"), var request = parse(head) else { return nil }
    if request.header("Expect")?.lowercased() == "100-continue" {
      _ = socket.sendAll(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" {
      guard let body = readChunks() else { return nil }
      request.body = body
    } else if let length = request.header("Content-Length").flatMap({ Int($0) }) {
      guard length >= 0, length <= limits.bodyBytes, let body = take(length) else { return nil }
      request.body = body
    }
    return request
  }

  /// The text before an end, which is taken too; nil if the connection ends before.
  private mutating func readText(to end: String) -> String? {
    while true {
      if let found = buffer.firstRange(of: Array(end.utf8)) {
        let text = String(decoding: buffer[..<found.lowerBound], as: UTF8.self)
        buffer.removeFirst(found.upperBound)
        return text
      }
      guard buffer.count < Self.headLimit, fill() else { return nil }
    }
  }

  private mutating func fill() -> Bool {
    guard let more = socket.receive(), !more.isEmpty else { return false }
    buffer += more
    return true
  }

  /// This number of bytes; nil if the connection ends before.
  private mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard fill() else { return nil }
    }
    let taken = Array(buffer[..<count])
    buffer.removeFirst(count)
    return taken
  }

  private mutating func readChunks() -> [UInt8]? {
    var body: [UInt8] = []
    while let line = readText(to: "\r\n"), let size = Int(line.prefix { $0 != ";" }, radix: 16), size >= 0 {
      guard size > 0 else {
        // Trailers end with an empty line.
        while let trailer = readText(to: "\r\n") { if trailer.isEmpty { return body } }
        return nil
      }
      guard size <= limits.bodyBytes - body.count, let chunk = take(size), take(2) != nil else { return nil }
      body += chunk
    }
    return nil
  }

  private func parse(_ head: String) -> RecordedRequest? {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines.removeFirst().split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let headers = lines.compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      return (String(line[..<colon]), String(value))
    }
    return RecordedRequest(
      method: String(words[0]), path: String(target[0]), query: target.count > 1 ? String(target[1]) : nil,
      headers: headers, body: [], socket: socket)
  }
}
