import LaunchFlowServer
import LaunchFlowTimeline

/// The studio's server on 127.0.0.1. It answers only its own page.
final class StudioServer: Sendable {
  private let server: LoopbackServer
  /// The secret that is part of the page's address, and a header of its questions. A page of another origin cannot read
  /// it.
  let token = secret()

  /// The largest body of a request in bytes; the body of a write contains the file.
  static let mostBodyBytes = 4 << 20

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
    (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
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

  /// The page, which is empty until its script has asked the server.
  private static func page(_ folder: String) -> CannedAnswer {
    // A secret that only the page's own style and script have.
    let nonce = secret()
    let policy =
      "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; connect-src 'self'; img-src data:; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    // The folder comes last, since its name may be a placeholder.
    let text = CommandFiles.studioPageHtml
      .replacing("{style}", with: Picture.pageStyle + CommandFiles.studioPageCss)
      .replacing("{script}", with: script).replacing("{nonce}", with: nonce)
      .replacing("{folder}", with: folder.xmlEscaped)
    return CannedAnswer(
      headers: headers + [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
      ], body: Array(text.utf8))
  }

  /// Its parts share one scope, separate from the page's.
  private static let script =
    "'use strict';\n(() => {\n" + CommandFiles.studioStateJs + CommandFiles.studioDrawingJs
    + CommandFiles.studioHandlesJs + CommandFiles.studioPanelsJs + CommandFiles.studioInputsJs
    + CommandFiles.studioFilesJs + "})();\n"
}
