import Foundation
import LaunchFlowModel
import LaunchFlowTestClients
import Testing

@testable import LaunchFlowCommand

/// The studio's server over bare sockets.
@Suite struct StudioServerTests {
  private let folder: StudioSample.Folder
  private let server: StudioServer
  private let port: UInt16

  init() throws {
    folder = try StudioSample.Folder()
    server = try folder.server()
    port = UInt16(try #require(URL(string: server.address)?.port))
  }

  private struct Reply {
    var status: Int
    var text: String
    var body: JSONValue?
  }

  /// Sends a request and reads until the server closes.
  private func send(
    _ line: String, host: String? = nil, token: String? = nil, _ headers: [String] = [], body: String = ""
  ) throws -> Reply {
    let client = try #require(RawClient(port: port))
    var lines = [line + " HTTP/1.1"]
    lines.append("Host: \(host ?? "127.0.0.1:\(port)")")
    if let token { lines.append("X-LaunchFlow-Token: \(token)") }
    lines += headers + ["Content-Length: \(body.utf8.count)", "Connection: close", "", body]
    client.send(lines.joined(separator: "\r\n"))
    let text = client.read().text
    let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
    return Reply(
      status: status, text: text, body: parts.count == 2 ? try? JSONValue(parsing: parts[1]) : nil)
  }

  private func ask(_ question: String, _ body: String) throws -> Reply {
    try send("POST /ask/\(question)", token: server.token, ["Origin: http://127.0.0.1:\(port)"], body: body)
  }

  @Test func `the page is at the address with the token`() throws {
    defer { server.stop() }
    let page = try send("GET /\(server.token)/")
    #expect(page.status == 200)
    #expect(page.text.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
    let policy = page.text.split(separator: "\r\n").first { $0.hasPrefix("Content-Security-Policy: ") } ?? ""
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    #expect(page.text.contains("\r\nCache-Control: no-store\r\n"))
    #expect(page.text.contains("\r\nReferrer-Policy: no-referrer\r\n"))
    // Neither the page nor a later secret contains the token.
    #expect(!page.text.contains(server.token))
    let again = try send("GET /\(server.token)/")
    #expect(page.text != again.text, "the nonce is the same")
    #expect(server.token.count == 32 && server.token != StudioServer.secret())
  }

  @Test func `whoever does not have the token is refused`() throws {
    defer { server.stop() }
    for path in [
      "/", "/x/", "/\(String(server.token.dropLast()))/", "/\(server.token)", "/\(server.token)/x",
    ] {
      #expect(try send("GET \(path)").status == 404, "\(path)")
    }
    let wrong = String(server.token.reversed())
    for token in [nil, "", wrong, server.token + "0"] {
      let reply = try send("POST /ask/documents", token: token, body: "{}")
      #expect(reply.status == 403)
      #expect(reply.body == ["error": "the token is missing or wrong"])
    }
    #expect(try send("PUT /ask/documents", token: server.token, body: "{}").status == 404)
    #expect(try send("GET /ask/documents", token: server.token).status == 404)
    #expect(try ask("nothing", "{}").status == 404)
    #expect(try ask("documents", "{").status == 400)
    #expect(try ask("documents", "{}").status == 200)
  }

  @Test func `another host or origin is refused, even with the token`() throws {
    defer { server.stop() }
    for host in ["evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", "localhost", "[::1]:\(port)", ""] {
      #expect(try send("GET /\(server.token)/", host: host).status == 403, "\(host)")
      #expect(try send("POST /ask/documents", host: host, token: server.token, body: "{}").status == 403)
    }
    #expect(try send("GET /\(server.token)/", ["Host: evil.example"]).status == 403)
    for header in [
      "Origin: http://evil.example", "Origin: null", "Origin: https://127.0.0.1:\(port)",
      "Origin: http://localhost:\(port)", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ] {
      #expect(try send("GET /\(server.token)/", [header]).status == 403, "\(header)")
      #expect(try send("POST /ask/documents", token: server.token, [header], body: "{}").status == 403)
    }
    let local = try send("GET /\(server.token)/", host: "localhost:\(port)", ["Sec-Fetch-Site: none"])
    #expect(local.status == 200)
  }

  @Test func `no path leads out of the folder`() throws {
    defer { server.stop() }
    try Data("{ \"flow\": \"secret\" }".utf8).write(to: folder.url.appending(path: "outside.json"))
    let link = folder.flows.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appending(path: "outside.json"))
    try FileManager.default.createSymbolicLink(
      at: folder.flows.appending(path: "up"), withDestinationURL: folder.url)
    let listed = try ask("documents", "{}").text
    #expect(listed.contains("small.json") && !listed.contains("outside") && !listed.contains("link"))
    let inside = folder.path + "/"
    for path in [
      inside + "../outside.json", inside + "link.json", inside + "up/outside.json", "/etc/passwd",
      folder.url.path() + "/outside.json",
    ] {
      let body = JSONValue.object(JSONObject([.init(name: "flow", value: .string(path))])).text()
      for question in ["picture", "patch"] {
        let reply = try ask(question, body)
        #expect(reply.status == 422, "\(path) \(reply.text)")
        #expect(!reply.text.contains("secret"))
      }
    }
    let including = StudioSample.flow.replacing(
      #""deadline""#, with: #""include": ["link.json"], "deadline""#)
    try Data(including.utf8).write(to: folder.file)
    let reply = try ask("picture", #"{ "flow": "\#(folder.flow)" }"#)
    #expect(!reply.text.contains("secret") && reply.text.contains("link.json"), "\(reply.text)")
  }

  @Test func `what is too large is cut off`() throws {
    defer { server.stop() }
    let body = String(repeating: " ", count: StudioServer.mostBodyBytes + 1)
    #expect(try ask("documents", body).text == "")
    let deep = String(repeating: "[", count: 100_000)
    #expect(try ask("documents", deep).status == 400)
    #expect(try ask("documents", "{}").status == 200)
  }

  @Test func `the server keeps nothing of a question`() throws {
    defer { server.stop() }
    func end(_ time: String) throws -> JSONValue? {
      try ask(
        "proof",
        """
        { "flow": "\(folder.flow)",
          "edits": [{ "step": "first", "key": "timeout", "value": "\(time)" }] }
        """
      ).body?.object?["worst"]
    }
    #expect(try end("5s") == 5_000_000_000)
    #expect(try end("6s") == 6_000_000_000)
    #expect(try end("7s") == 7_000_000_000)
    #expect(folder.text == StudioSample.flow)
  }

  @Test func `a change on disk is noticed`() throws {
    defer { server.stop() }
    let state = try #require(try ask("changes", "{}").body?.object?["state"])
    #expect(try ask("changes", "{}").body?.object?["state"] == state)
    try Data(StudioSample.flow.replacing("2s", with: "2s500ms").utf8).write(to: folder.file)
    let later = try ask("changes", "{}").body?.object?["state"]
    #expect(later != state && later != nil)
  }

  private func change(_ value: JSONValue, over file: String? = nil, key: String = "timeout") -> String {
    """
    { "flow": "\(folder.flow)", \(file.map { "\"file\": \($0), " } ?? "")
      "edits": [{ "step": "first", "key": "\(key)", "value": \(value.text()) }] }
    """
  }

  @Test func `a patch is shown, then written with the file's permissions`() throws {
    defer { server.stop() }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file.path())
    let patch = try #require(try ask("patch", change("2s500ms")).body?.object)
    let text = patch["patch"]?.string ?? ""
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("-  ") || $0.hasPrefix("+  ") }.map {
        $0.contains(#""2s""#) || $0.contains(#""2s500ms""#)
      } == [true, true], "\(text)")
    #expect(folder.text == StudioSample.flow)
    let file = patch["file"]?.text() ?? ""
    #expect(try ask("write", change("2s500ms", over: file)).body == ["written": true])
    #expect(folder.text == StudioSample.flow.replacing(#""2s""#, with: #""2s500ms""#))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file.path())
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.flows.path()).count == 2)
  }

  @Test func `what somebody else has written is not overwritten`() throws {
    defer { server.stop() }
    let file = try #require(try ask("patch", change("5s")).body?.object?["file"]).text()
    let theirs = StudioSample.flow.replacing(#""10s""#, with: #""9s""#)
    try Data(theirs.utf8).write(to: folder.file)
    let reply = try #require(try ask("write", change("5s", over: file)).body?.object)
    #expect(reply["written"] == nil)
    #expect(reply["theirs"]?.string?.contains(#"+  "deadline": "9s","#) == true)
    #expect(reply["patch"]?.string?.contains(#""timeout": "5s""#) == true)
    #expect(folder.text == theirs)
    // With the text that was shown now, both changes are kept.
    let next = reply["file"]?.text() ?? ""
    #expect(try ask("write", change("5s", over: next)).body == ["written": true])
    #expect(folder.text == theirs.replacing(#""2s""#, with: #""5s""#))
  }

  @Test func `a flow with errors is not written`() throws {
    defer { server.stop() }
    let reply = try ask("write", change(0, over: "\"\"", key: "retry.attempts"))
    #expect(reply.status == 422)
    #expect(reply.body == ["error": "the file would have errors, so it is not written"])
    #expect(try ask("write", change("5s")).status == 422)
    #expect(folder.text == StudioSample.flow)
  }
}
