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
    server = try LoopbackServer(
      port: port,
      limits: LoopbackServer.Limits(
        connections: Self.mostConnections, bodyBytes: Self.mostBodyBytes,
        silence: Self.silence, stackBytes: Self.stackBytes))
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
    switch gate.admit(request) {
    case .page: return page(answers.folderPath)
    case .question(let name):
      guard let body = try? JSONValue(parsing: request.body) else {
        return json(["error": "the request is not JSON"], status: 400)
      }
      do {
        guard let answer = try answers.answer(name, body) else {
          return json(["error": "there is no such question"], status: 404)
        }
        return json(answer)
      } catch {
        return json(["error": .string("\(error)".visible)], status: 422)
      }
    case .refused(let status, let reason): return json(["error": .string(reason)], status: status)
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

  enum Admission: Equatable {
    case page
    /// A question of the page, by its name.
    case question(String)
    case refused(Int, String)
  }

  static let header = "X-LaunchFlow-Token"

  func admit(_ request: RecordedRequest) -> Admission {
    guard request.isForThisMachine(port: port) else {
      return .refused(403, "the studio answers only at 127.0.0.1:\(port)")
    }
    guard request.isSameOrigin else { return .refused(403, "the studio answers only its own page") }
    if request.method == "GET" {
      let path = Array(request.path.utf8)
      guard path.first == 0x2F, path.last == 0x2F, path.count > 2, isToken(path[1..<path.count - 1]) else {
        return .refused(404, "the page is at the address that 'launchflow studio' has printed")
      }
      return .page
    }
    guard request.method == "POST", request.path.hasPrefix("/ask/") else {
      return .refused(404, "there is nothing here")
    }
    guard isToken(Array((request.header(Self.header) ?? "").utf8)[...]) else {
      return .refused(403, "the token is missing or wrong")
    }
    return .question(String(request.path.dropFirst(5)))
  }

  /// Compares in a time that does not depend on the place of the first difference.
  private func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    let expected = Array(token.utf8)
    guard bytes.count == expected.count else { return false }
    return zip(bytes, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
