import LaunchFlowAuthoring
import LaunchFlowServer

/// The studio's server on 127.0.0.1. It answers only its own page.
final class StudioServer: Sendable {
  private let server: LoopbackServer
  private let work: StudioWork
  /// The secret that is part of the page's address, and a header of its questions.
  let token: String

  /// The largest body of a request in bytes; the body of a write contains the file.
  static let mostBodyBytes = 4 << 20
  static let mostConnections = 64
  /// The longest silence of a client.
  private static let silence = Duration.seconds(60)
  /// The stack of each thread; documents may be nested deeply.
  private static let stackBytes = 8 << 20

  /// - Parameter port: 0 takes a free one.
  /// - Throws: `SocketError` if the port is taken.
  init(_ folder: StudioFolder, port: UInt16 = 0) throws {
    let token = Self.secret()
    self.token = token
    let work = StudioWork()
    self.work = work
    var limits = LoopbackServer.Limits()
    (limits.connections, limits.bodyBytes) = (Self.mostConnections, Self.mostBodyBytes)
    (limits.silence, limits.stackBytes) = (Self.silence, Self.stackBytes)
    server = try LoopbackServer(port: port, limits: limits)
    let gate = StudioGate(port: server.port, token: token)
    let answers = StudioAnswers(folder: folder, work: work)
    server.decideAll { request in Behaviour(.answer(Self.answer(request, gate, answers))) }
  }

  var address: String { "\(server.address)/\(token)/" }

  /// Ends all work and closes all connections; returns after the last answer.
  func stop() {
    end()
    server.stop()
  }

  /// Ends all work, without waiting for an answer that takes long.
  func end() {
    work.stop()
  }

  /// 128 random bits as text.
  static func secret() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let text = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }

  private static func answer(
    _ request: RecordedRequest, _ gate: StudioGate, _ answers: StudioAnswers
  ) -> CannedAnswer {
    do {
      guard let question = try gate.question(request) else { return page(answers.folder.path) }
      guard let body = try? JSONValue(parsing: request.body) else {
        throw StudioGate.Refusal(status: 400, reason: "the request is not JSON")
      }
      guard let answer = try answers.answer(question, body) else {
        throw StudioGate.Refusal(status: 404, reason: "there is no such question")
      }
      return json(answer)
    } catch let refusal as StudioGate.Refusal {
      return json(["error": .string(refusal.reason)], status: refusal.status)
    } catch {
      return json(["error": .string("\(error)".visible)], status: 422)
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

/// Decides which requests are answered. A page of another origin cannot read the token.
struct StudioGate {
  let port: UInt16
  let token: String

  struct Refusal: Error {
    var status: Int
    var reason: String
  }

  static let header = "X-LaunchFlow-Token"

  /// The name of the page's question; nil for the page itself.
  func question(_ request: RecordedRequest) throws(Refusal) -> String? {
    guard request.isForThisMachine(port: port) else {
      throw Refusal(status: 403, reason: "the studio answers only at 127.0.0.1:\(port)")
    }
    guard request.isSameOrigin else {
      throw Refusal(status: 403, reason: "the studio answers only its own page")
    }
    if request.method == "GET" {
      let path = Array(request.path.utf8)
      guard path.first == 0x2F, path.last == 0x2F, path.count > 2, isToken(path[1..<path.count - 1]) else {
        throw Refusal(
          status: 404, reason: "the page is at the address that 'launchflow studio' has printed")
      }
      return nil
    }
    guard request.method == "POST", request.path.hasPrefix("/ask/") else {
      throw Refusal(status: 404, reason: "there is nothing here")
    }
    guard isToken(Array((request.header(Self.header) ?? "").utf8)[...]) else {
      throw Refusal(status: 403, reason: "the token is missing or wrong")
    }
    return String(request.path.dropFirst(5))
  }

  /// Compares in a time that does not depend on the place of the first difference.
  private func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    let expected = Array(token.utf8)
    guard bytes.count == expected.count else { return false }
    return zip(bytes, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
