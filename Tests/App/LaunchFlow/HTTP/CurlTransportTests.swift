#if os(Linux)
  import LaunchFlowServer
  import LaunchFlowTestServers
  import LaunchFlowMachine
  import LaunchFlowModel
  import Testing

  @testable import LaunchFlow

  /// What the transport over libcurl does beyond the list of `TransportTests`.
  @Suite struct CurlTransportTests {
    private typealias Ending = Result<HTTPResponse, HTTPFailure>

    private static let answer = Array(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"data\":true}".utf8)

    /// A transport with a thread of its own.
    private func transport(most: Int = 256) throws -> CurlTransport {
      let library = try #require(CurlLibrary.system)
      let driver = try #require(CurlDriver(library, most: most) as CurlDriver?)
      return CurlTransport(bodyLimit: 1 << 20, driver: driver)
    }

    private func ending(
      of request: HTTPRequest, on transport: any HTTPTransport, timeout: Duration = .seconds(36_000)
    ) async -> Ending {
      do throws(HTTPFailure) {
        return .success(try await transport.response(to: request, timeout: timeout))
      } catch {
        return .failure(error)
      }
    }

    @Test(arguments: ["GET", "POST", "HEAD"], [false, true])
    func `an answer that is cut anywhere is a failure`(_ method: String, _ resets: Bool) async throws {
      let server = try ScriptedServer()
      let whole = method == "HEAD" ? Self.answer.count - 13 : Self.answer.count
      server.decide("/a") { request in
        Behaviour(.raw(Array(Self.answer.prefix(request.query.flatMap { Int($0) } ?? 0)), resets: resets))
      }
      let transport = SystemTransport.shared
      let endings = await withTaskGroup(of: (Int, Ending).self) { group in
        for count in 0...whole {
          let request = HTTPRequest(method: method, url: "\(server.address)/a?\(count)")
          group.addTask { (count, await ending(of: request, on: transport)) }
        }
        return await group.reduce(into: [Int: Ending]()) { $0[$1.0] = $1.1 }
      }
      for count in 0..<whole {
        guard case .failure(let failure)? = endings[count] else {
          Issue.record("\(count) bytes are an answer")
          continue
        }
        #expect(failure.errorClass == .network, "\(count) bytes: \(failure)")
      }
      #expect(try endings[whole]?.get().status == 200)
      #expect(server.requests.count == whole + 1)
    }

    @Test func `waiting requests let the thread sleep`() async throws {
      let server = try ScriptedServer()
      server.script("/hang", .hang)
      server.script("/a", .json("1"))
      let transport = try transport()
      let hanging = HTTPRequest(url: server.address + "/hang")
      let cancels = (0..<100).map { _ in
        transport.send(hanging, timeout: .seconds(36_000)) { _ in }
      }
      #expect(await eventually { server.requests.count == 100 })
      _ = await ending(of: HTTPRequest(url: server.address + "/a"), on: transport)
      let before = transport.driver?.turns ?? 0
      // A busy machine takes fewer turns in this time, never more.
      try await Task.sleep(for: .milliseconds(300))
      #expect((transport.driver?.turns ?? .max) - before < 50)
      for cancel in cancels { cancel() }
    }

    @Test func `a request that waits for its turn can be cancelled`() async throws {
      let server = try ScriptedServer()
      server.script("/hang", .hang)
      for path in ["/late", "/never"] { server.script(path, .json("1")) }
      let transport = try transport(most: 1)
      let cancelFirst = transport.send(
        HTTPRequest(url: server.address + "/hang"), timeout: .seconds(36_000)
      ) { _ in }
      #expect(await eventually { server.requests.count == 1 })
      let cancelled = Promise<Ending>()
      let cancelSecond = transport.send(
        HTTPRequest(url: server.address + "/never"), timeout: .seconds(36_000)
      ) { cancelled.fulfil($0) }
      let overdue = await ending(
        of: HTTPRequest(url: server.address + "/never"), on: transport, timeout: .zero)
      #expect(overdue == .failure(HTTPFailure(.timeout, "no time left")))
      cancelSecond()
      #expect(await cancelled.value == .failure(HTTPFailure(.network, "cancelled")))
      cancelFirst()
      #expect(
        try await ending(of: HTTPRequest(url: server.address + "/late"), on: transport).get().status == 200)
      #expect(server.requests.map(\.path) == ["/hang", "/late"])
    }

    @Test func `the number of open connections is limited`() async throws {
      let server = try ScriptedServer()
      server.script("/a", .json("1", after: .milliseconds(1)))
      let transport = try transport(most: 3)
      let request = HTTPRequest(method: "POST", url: server.address + "/a")
      let bad = HTTPRequest(url: "nonsense")
      let statuses = await withTaskGroup(of: Int?.self) { group in
        for index in 0..<40 {
          group.addTask { try? await ending(of: index % 2 == 0 ? request : bad, on: transport).get().status }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 200 } == 20)
      #expect(statuses.count { $0 == nil } == 20)
      #expect(server.requests.count == 20)
      // A POST has a connection of its own, and three at a time are sent.
      #expect(server.connectionCount == 20)
    }

    @Test func `resets under load end each request once`() async throws {
      let server = try ScriptedServer()
      server.script("/reset", .reset)
      server.script("/cut", Behaviour(.resetMidBody(.json("[1,2,3]"), after: 3)))
      server.script("/a", .json("1"))
      let failures = await withTaskGroup(of: Bool.self) { group in
        for index in 0..<300 {
          let request = HTTPRequest(url: server.address + ["/reset", "/cut", "/a"][index % 3])
          group.addTask { (try? await ending(of: request, on: SystemTransport.shared).get()) == nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(failures == 200)
    }

    @Test(arguments: [
      HTTPHeader("X-A", "1\r\nX-B: 2"), HTTPHeader("X-A", "1\0"), HTTPHeader("X A", "1"), HTTPHeader("", "1"),
      HTTPHeader("X-A\r\nX-B", "1"),
    ])
    func `a line break in a header is not sent`(_ header: HTTPHeader) async throws {
      let server = try ScriptedServer()
      let request = HTTPRequest(url: server.address + "/a", headers: [header])
      let forbidden = HTTPFailure(.malformed, "a character that HTTP forbids")
      #expect(await ending(of: request, on: SystemTransport.shared) == .failure(forbidden))
      #expect(server.requests.isEmpty)
    }

    @Test func `a server without TLS is not an https server`() async throws {
      // It waits for a head's end, which no greeting of TLS has.
      let server = try ScriptedServer { $0.silence = .milliseconds(50) }
      let request = HTTPRequest(url: "https://127.0.0.1:\(server.port)/a")
      let ending = await ending(of: request, on: SystemTransport.shared)
      guard case .failure(let failure) = ending else {
        Issue.record("an answer")
        return
      }
      #expect(failure.errorClass == .network)
      #expect(server.requests.isEmpty)
    }

    @Test func `sends a body with only its type and its length`() async throws {
      let server = try ScriptedServer()
      server.script("/a", .json("1"))
      for (method, body) in [("POST", "{}"), ("PUT", "{}"), ("POST", ""), ("DELETE", nil)] {
        let request = HTTPRequest(
          method: method, url: server.address + "/a", headers: [HTTPHeader("X-Empty", "")],
          body: body.map { Array($0.utf8) })
        _ = try await ending(of: request, on: SystemTransport.shared).get()
      }
      #expect(server.requests.map { $0.header("Content-Length") } == ["2", "2", "0", "0"])
      // As `URLSession` has it on Linux.
      #expect(
        server.requests.map { $0.header("Content-Type") } == [
          "application/x-www-form-urlencoded", nil, nil, nil,
        ])
      #expect(
        server.requests.allSatisfy { $0.header("X-Empty")?.isEmpty == true && $0.header("Expect") == nil })
    }

    private func head(_ lines: String...) -> CurlHead {
      var head = CurlHead()
      for line in lines { Array((line + "\r\n").utf8).withUnsafeBytes { head.take($0) } }
      return head
    }

    @Test func `a head is read line by line`() {
      let read = head(
        "HTTP/1.1 103 Early Hints", "Link: </a>", "", "HTTP/1.1 201 Created", "X-B:  2 ", "x-a: 1",
        "Set-Cookie: a",
        "Long: one,", "\t two", "set-cookie: b", "Content-Length: 7", "", "X-Trailer: late")
      #expect(read.isFinal)
      #expect(read.status == 201)
      #expect(read.length == 7)
      #expect(
        read.headers == [
          HTTPHeader("Content-Length", "7"), HTTPHeader("Long", "one, two"), HTTPHeader("Set-Cookie", "a, b"),
          HTTPHeader("x-a", "1"), HTTPHeader("X-B", "2"),
        ])
      #expect(!head("HTTP/1.1 200 OK", "X-A: 1").isFinal)
      #expect(!head("HTTP/1.1 100 Continue", "").isFinal)
    }

    @Test func `a missing library is nil`() {
      #expect(throws: (any Error).self) { try CurlLibrary("libcurl-that-nobody-has.so.4") }
    }
  }
#endif
