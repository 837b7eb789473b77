import LaunchFlowAuthoring
import LaunchFlowServer

/// The studio's server on 127.0.0.1. It answers only its own page.
final class StudioServer: Sendable {
  private let server: LoopbackServer
  /// The secret that is part of the page's address, and a header of its questions. A page of another origin cannot read
  /// it.
  let token = secret()

  /// The largest body of a request in bytes; the body of a write contains the file.
  static let mostBodyBytes = 4 << 20

  /// - Parameter port: 0 takes a free one.
  /// - Throws: `SocketError` if the port is taken.
  init(_ folder: StudioFolder, port: UInt16 = 0) throws {
    var limits = LoopbackServer.Limits()
    (limits.connections, limits.bodyBytes, limits.silence) = (64, Self.mostBodyBytes, .seconds(60))
    server = try LoopbackServer(port: port, limits: limits)
    server.decideAll { [port = server.port, token] request in
      Behaviour(.answer(Self.answer(request, about: folder, port, token)))
    }
  }

  var address: String { "\(server.address)/\(token)/" }

  /// Closes all connections, which ends all work; returns after the last answer.
  func stop() { server.stop() }

  /// 128 random bits as text.
  static func secret() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let text = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }

  private static func answer(
    _ request: RecordedRequest, about folder: StudioFolder, _ port: UInt16, _ token: String
  ) -> CannedAnswer {
    func refusal(_ status: Int, _ reason: String) -> CannedAnswer {
      json(["error": .string(reason)], status: status)
    }
    guard request.isForThisMachine(port: port) else {
      return refusal(403, "the studio answers only at 127.0.0.1:\(port)")
    }
    guard request.isSameOrigin else { return refusal(403, "the studio answers only its own page") }
    if request.method == "GET" {
      guard request.path == "/\(token)/" else {
        return refusal(404, "the page is at the address that 'launchflow studio' has printed")
      }
      return page(folder.path)
    }
    guard request.method == "POST", request.path.hasPrefix("/ask/") else {
      return refusal(404, "there is nothing here")
    }
    guard request.header("X-LaunchFlow-Token") == token else {
      return refusal(403, "the token is missing or wrong")
    }
    guard let body = try? JSONValue(parsing: request.body) else {
      return refusal(400, "the request is not JSON")
    }
    do {
      let question = String(request.path.dropFirst(5))
      let answer = try folder.answer(question, body) { request.isAbandoned }
      return answer.map { json($0) } ?? refusal(404, "there is no such question")
    } catch {
      return refusal(422, "\(error)".visible)
    }
  }

  private static let headers: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
  ]

  private static func json(_ value: JSONValue, status: Int = 200) -> CannedAnswer {
    CannedAnswer(
      status: status, headers: headers + [("Content-Type", "application/json")],
      body: Array(value.text().utf8))
  }

  private static func page(_ folder: String) -> CannedAnswer {
    let page = StudioPage(folder: folder, nonce: secret())
    return CannedAnswer(
      headers: headers + [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", page.policy),
      ], body: Array(page.text.utf8))
  }
}
