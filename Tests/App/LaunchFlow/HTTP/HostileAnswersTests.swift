#if os(Linux)
  import LaunchFlowMachine
  import LaunchFlowModel
  import LaunchFlowServer
  import LaunchFlowTestServers
  import Testing

  @testable import LaunchFlow

  /// Answers over libcurl that break the rules of HTTP: each ends its request once, and the next request is fine.
  @Suite struct HostileAnswersTests {
    enum Ending: Hashable, Sendable {
      case answer(Int, String)
      case failure(ErrorClass)
    }

    struct Case: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var bytes: [UInt8]
      /// Where LaunchFlow decides. nil is libcurl's own judgement, which differs among its versions.
      var ending: Ending?

      init(_ name: String, _ text: String, _ ending: Ending? = nil) {
        (testDescription, bytes, self.ending) = (name, Array(text.utf8), ending)
      }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let two = "Content-Length: 2\r\n\r\n12"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    /// Many bytes of a stream without end.
    private static func endless(_ text: String) -> String {
      String(repeating: text, count: (4 << 20) / text.utf8.count)
    }

    private static let chunks = [
      Case("no number as a chunk's length", chunked + "zz\r\n12\r\n0\r\n\r\n", .failure(.network)),
      Case("a negative chunk", chunked + "-1\r\n12\r\n0\r\n\r\n", .failure(.network)),
      Case("a chunk beyond all numbers", chunked + "fffffffffffffffff\r\n12", .failure(.network)),
      Case("a huge chunk", chunked + "7fffffffffffffff\r\n12", .failure(.network)),
      Case("a chunk longer than said", chunked + "2\r\n123456\r\n0\r\n\r\n", .failure(.network)),
      Case("chunks without end", chunked + "2\r\n12\r\n", .failure(.network)),
      Case("an endless chunk extension", chunked + "2;" + endless("a") + "\r\n12\r\n0\r\n\r\n"),
      Case("trailers", chunked + "2\r\n12\r\n0\r\nX-A: 1\r\nHTTP/1.1 500 No\r\n\r\n"),
      Case("endless trailers", chunked + "2\r\n12\r\n0\r\n" + endless("X-A: 1\r\n"), .failure(.malformed)),
      Case("an endless trailer", chunked + "2\r\n12\r\n0\r\nX-A: " + endless("1")),
    ]

    private static let heads = [
      Case("an endless head", ok + endless("X-A: 1\r\n"), .failure(.malformed)),
      Case("an endless header", ok + "X-A: " + endless("1"), .failure(.malformed)),
      Case("a header of endless lines", ok + "X-A: 1\r\n" + endless(" 1\r\n"), .failure(.malformed)),
      Case("an endless status line", "HTTP/1.1 200 " + endless("a"), .failure(.malformed)),
      Case("a storm of 100", endless("HTTP/1.1 100 Continue\r\n\r\n"), .failure(.malformed)),
      Case("a storm of 103", endless("HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n"), .failure(.malformed)),
      Case("a switch of protocols", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n{}"),
      Case("many headers", ok + String(repeating: "X-A: 1\r\n", count: 4000) + two, .answer(200, "12")),
      Case("two statuses", ok + "HTTP/1.1: 404\r\n" + two, .answer(200, "12")),
      Case("a status line that goes on", ok + " more\r\n" + two),
      Case("NUL in a header", ok + "X-A: a\0b\r\n" + two), Case("no colon", ok + "nonsense\r\n" + two),
      Case("no name", ok + ": a\r\n" + two),
      Case("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\n12"),
      Case("line ends alone", endless("\r\n"), .failure(.malformed)),
      Case("zeros", endless("\0"), .failure(.malformed)),
    ]

    private static let statusLines = [
      "{\"data\":1}", "HTTP/1.0 200 OK", "HTTP/2 200", "HTTP/3 200", "HTTP/9.9 200", "HTTP/1.1 200",
      "HTTP/1.1",
      "HTTP/1.1 0 No", "HTTP/1.1 099 No", "HTTP/1.1 -200 OK", "HTTP/1.1 999 OK", "HTTP/1.1 2000 OK",
      "HTTP/1.1 99999999999999999999 OK", "HTTP/1.1 2\00 OK", "http/1.1 200 OK", "HTTP/1.1200 OK",
    ].map { Case($0, "\($0)\r\n" + two) }

    private static let bodies =
      [
        Case("a length that is too large", ok + "Content-Length: 9\r\n\r\n12", .failure(.network)),
        Case("a length that is too small", ok + "Content-Length: 2\r\n\r\n1234", .answer(200, "12")),
        Case("a body of 204", "HTTP/1.1 204 None\r\n" + two, .answer(204, "")),
        Case("a body of 304", "HTTP/1.1 304 None\r\n" + two, .answer(304, "")),
        Case("no gzip", ok + "Content-Encoding: gzip\r\n" + two, .failure(.malformed)),
        Case("an unknown encoding", ok + "Content-Encoding: x\r\n" + two, .failure(.malformed)),
        Case("a redirect to nowhere", "HTTP/1.1 302 Go\r\nLocation:\r\n" + two, .answer(302, "12")),
        Case(
          "a redirect to nonsense", "HTTP/1.1 302 Go\r\nLocation: http://[::1\r\n" + two, .answer(302, "12")),
        Case("lengths that differ", ok + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n123"),
        Case("a length and chunks", ok + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n"),
        Case(
          "many encodings",
          ok + "Content-Encoding: gzip" + String(repeating: ", gzip", count: 999) + "\r\n" + two),
        Case("an unknown transfer encoding", ok + "Transfer-Encoding: nonsense\r\n" + two),
      ]
      + ["-2", "two", "99999999999999999999", "9223372036854775807", "2, 2", ""].map {
        Case("the length '\($0)'", ok + "Content-Length: \($0)\r\n\r\n12")
      }

    @Test(arguments: chunks + heads + statusLines + bodies, [false, true])
    func `an answer that breaks the rules ends its request alone`(_ hostile: Case, _ isKept: Bool)
      async throws
    {
      let server = try ScriptedServer()
      server.script("/a", Behaviour(.raw(hostile.bytes)))
      server.script("/b", .json("1"))
      let transport = SystemTransport.limited(to: 1 << 20)
      if isKept { #expect(await Self.ending(of: "/b", on: server, transport) == .answer(200, "1")) }
      let ending = await Self.ending(of: "/a", on: server, transport)
      #expect(ending == hostile.ending ?? ending)
      #expect(await Self.ending(of: "/b", on: server, transport) == .answer(200, "1"))
      #expect(server.requests(for: "/a").count == 1)
    }

    private static func ending(
      of path: String, on server: ScriptedServer, _ transport: any HTTPTransport
    ) async -> Ending {
      do throws(HTTPFailure) {
        let request = HTTPRequest(url: server.address + path)
        let answer = try await transport.response(to: request, timeout: .seconds(36_000))
        return .answer(answer.status, String(decoding: answer.body, as: UTF8.self))
      } catch {
        return .failure(error.errorClass)
      }
    }
  }
#endif
