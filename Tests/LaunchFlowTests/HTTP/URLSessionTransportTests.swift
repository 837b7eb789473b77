import Foundation
@testable import LaunchFlow
import LaunchFlowLoopback
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct URLSessionTransportTests {
  private let transport = URLSessionTransport(bodyLimit: 1 << 20)

  private func get(_ server: LoopbackServer, _ path: String = "/a") async throws -> HTTPResponse {
    try await transport.response(to: HTTPRequest(url: server.address + path), timeout: .seconds(30))
  }

  /// The class in which a behaviour ends.
  private func failure(_ behaviour: Behaviour, timeout: Duration = .seconds(30)) async throws -> HTTPFailure {
    let server = try LoopbackServer()
    server.script("/a", behaviour)
    do throws(HTTPFailure) {
      let response = try await transport.response(
        to: HTTPRequest(url: server.address + "/a"), timeout: timeout)
      Issue.record("an answer: \(response.status)")
      throw HTTPFailure(.error, "")
    } catch {
      #expect(!error.detail.contains("127.0.0.1"), "details carry no addresses")
      return error
    }
  }

  @Test func `sends what it is given and returns what it gets`() async throws {
    let server = try LoopbackServer()
    let answer = CannedAnswer(status: 201, headers: [("X-B", "2"), ("X-A", "1")], body: Array("hi".utf8))
    server.script("/p", Behaviour(.answer(answer)))
    let request = HTTPRequest(
      method: "POST", url: server.address + "/p?q=%20%2F", headers: [HTTPHeader("X-Own", "ü?")],
      body: Array("body".utf8))
    let response = try await transport.response(to: request, timeout: .seconds(30))
    #expect(response.status == 201)
    #expect(response.body == Array("hi".utf8))
    #expect(response[header: "x-a"] == "1")
    #expect(response.headers.map { $0.name.lowercased() }.isSorted)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "POST" && seen.query == "q=%20%2F" && seen.text == "body")
    #expect(seen.header("x-own") == "ü?")
  }

  @Test(arguments: [200, 204, 304, 400, 404, 500, 503])
  func `any status is an answer`(_ status: Int) async throws {
    let server = try LoopbackServer()
    server.script("/a", .status(status))
    #expect(try await get(server).status == status)
  }

  @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer", "Nonsense"])
  func `a challenge is an answer`(_ challenge: String) async throws {
    let server = try LoopbackServer()
    let answer = CannedAnswer(status: 401, headers: [("WWW-Authenticate", challenge)], body: Array("no".utf8))
    server.script("/a", Behaviour(.answer(answer)))
    #expect(try await get(server).status == 401)
    #expect(server.requests.count == 1)
  }

  /// On Linux such a request hung until its time-out.
  @Test func `a body on a kept connection that is closed unanswered is not sent again`() async throws {
    let server = try LoopbackServer()
    server.script("/a", .json("1"))
    server.script("/b", .close)
    _ = try await get(server)
    let request = HTTPRequest(method: "POST", url: server.address + "/b", body: Array("{}".utf8))
    let failure = await #expect(throws: HTTPFailure.self) {
      try await transport.response(to: request, timeout: .seconds(600))
    }
    #expect(failure?.errorClass == .network)
    #expect(server.requests(for: "/b").count == 1)
  }

  @Test(arguments: [
    (Behaviour.garbage, ErrorClass.malformed),
    (.reset, .network), (.close, .network),
    (Behaviour(.truncate(.json("[1,2,3]"), missing: 3)), .network),
    (Behaviour(.resetMidBody(.json("[1,2,3]"), after: 3)), .network),
    (Behaviour(.flood(bytes: 100_000_000, chunked: false)), .malformed),
    (Behaviour(.flood(bytes: 100_000_000, chunked: true)), .malformed),
  ])
  func `misconduct ends in its class`(_ behaviour: Behaviour, _ errorClass: ErrorClass) async throws {
    #expect(try await failure(behaviour).errorClass == errorClass)
  }

  @Test(arguments: [Behaviour.hang, Behaviour(.hangMidBody(.json("[1,2,3]"), after: 3))])
  func `a hang ends by the transport's own time-out`(_ behaviour: Behaviour) async throws {
    #expect(try await failure(behaviour, timeout: .zero).errorClass == .timeout)
  }

  @Test func `a closed port is a network error`() async throws {
    let port = try ClosedPort().port
    await #expect(throws: HTTPFailure(.network, "URLError -1004")) {
      try await transport.response(to: HTTPRequest(url: "http://127.0.0.1:\(port)/"), timeout: .seconds(30))
    }
  }

  @Test(arguments: ["", "nonsense", "ftp://127.0.0.1/", "file:///etc/hosts", "https://a@b.example/"])
  func `what is no address is malformed`(_ url: String) async {
    do throws(HTTPFailure) {
      _ = try await transport.response(to: HTTPRequest(url: url), timeout: .seconds(1))
      Issue.record("an answer")
    } catch {
      #expect(error.errorClass == .malformed)
    }
  }

  @Test func `a body of just the limit is read`() async throws {
    let server = try LoopbackServer()
    server.script("/a", Behaviour(.flood(bytes: 1 << 20, chunked: true)))
    #expect(try await get(server).body.count == 1 << 20)
  }

  @Test func `a redirect to its own host is followed`() async throws {
    let server = try LoopbackServer()
    server.script("/a", .redirect(to: "/b?x=1"))
    server.script("/b", .json("true"))
    #expect(try await get(server).body == Array("true".utf8))
    #expect(server.requests.map(\.path) == ["/a", "/b"])
  }

  @Test func `a redirect to a foreign host is not followed`() async throws {
    let server = try LoopbackServer()
    server.script(
      "/a", .redirect(to: "http://localhost:\(server.port)/b"), .redirect(to: "https://evil.example/"))
    #expect(try await get(server).status == 302)
    #expect(try await get(server).status == 302)
    #expect(server.requests.map(\.path) == ["/a", "/a"])
  }

  @Test func `a redirect to an allowed host is followed without credentials`() async throws {
    let server = try LoopbackServer()
    server.script("/a", .redirect(to: "http://127.0.0.1:\(server.port)/b"))
    server.script("/b", .json("true"))
    let request = HTTPRequest(
      url: "http://localhost:\(server.port)/a",
      headers: [HTTPHeader("Authorization", "secret"), HTTPHeader("X-Kept", "1")], allowedHosts: ["127.0.0.1"]
    )
    #expect(try await transport.response(to: request, timeout: .seconds(30)).status == 200)
    let followed = try #require(server.requests(for: "/b").first)
    #expect(followed.header("Authorization") == nil)
    #expect(followed.header("X-Kept") == "1")
  }

  /// What a flow sends to one origin is not for another, and another port is another origin.
  @Test(arguments: [true, false]) func `only the own origin gets values of the flow`(_ isSameOrigin: Bool)
    async throws
  {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    let target = isSameOrigin ? server : other
    server.script("/a", .redirect(to: "http://127.0.0.1:\(target.port)/b"))
    target.script("/b", .json("true"))
    var request = HTTPRequest(
      url: server.address + "/a",
      headers: [
        HTTPHeader("Authorization", "secret"), HTTPHeader("Cookie", "secret"),
        HTTPHeader("X-Token", "secret"),
        HTTPHeader("X-Kept", "1"),
      ])
    request.boundHeaders = ["x-token"]
    #expect(try await transport.response(to: request, timeout: .seconds(30)).status == 200)
    let followed = try #require(target.requests(for: "/b").first)
    for name in ["Authorization", "Cookie", "X-Token"] {
      #expect(followed.header(name) == (isSameOrigin ? "secret" : nil), "\(name)")
    }
    #expect(followed.header("X-Kept") == "1")
  }

  @Test(arguments: [307, 308], ["POST", "PUT", "GET"])
  func `no body follows to another origin`(_ status: Int, _ method: String) async throws {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    server.script("/a", .redirect(to: other.address + "/b", status: status))
    other.script("/b", .json("true"))
    let request = HTTPRequest(
      method: method, url: server.address + "/a", body: method == "GET" ? nil : Array("secret".utf8))
    let answer = try await transport.response(to: request, timeout: .seconds(30))
    #expect(answer.status == (method == "GET" ? 200 : status))
    #expect(other.requests.count == (method == "GET" ? 1 : 0))
  }

  /// 303 always asks anew, and so do 301 and 302 after a POST: without the body.
  @Test(arguments: [301, 302, 303]) func `a post that is redirected asks anew without its body`(_ status: Int)
    async throws
  {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    server.script("/a", .redirect(to: other.address + "/b", status: status))
    other.script("/b", .json("true"))
    let request = HTTPRequest(
      method: "POST", url: server.address + "/a", headers: [HTTPHeader("Content-Type", "text/plain")],
      body: Array("secret".utf8))
    #expect(try await transport.response(to: request, timeout: .seconds(30)).status == 200)
    let followed = try #require(other.requests(for: "/b").first)
    #expect(followed.method == "GET")
    #expect(followed.body.isEmpty)
    #expect(followed.header("Content-Type") == nil)
  }

  @Test(arguments: [307, 308]) func `a body follows within its origin`(_ status: Int) async throws {
    let server = try LoopbackServer()
    server.script("/a", .redirect(to: "/b", status: status))
    server.script("/b", .json("true"))
    let request = HTTPRequest(method: "POST", url: server.address + "/a", body: Array("text".utf8))
    let answer = try await transport.response(to: request, timeout: .seconds(30))
    #if canImport(FoundationNetworking)
      // The platform would send the second request without its body, so the redirect is refused.
      #expect(answer.status == status)
      #expect(server.requests(for: "/b").isEmpty)
    #else
      #expect(answer.status == 200)
      let followed = try #require(server.requests(for: "/b").first)
      #expect(followed.method == "POST")
      #expect(followed.body == Array("text".utf8))
    #endif
  }

  /// On Linux the platform takes such an address for one of plain HTTP.
  @Test(arguments: ["ftp", "file", "ws", "javascript"]) func `a redirect to another scheme is refused`(
    _ scheme: String
  ) async throws {
    let server = try LoopbackServer()
    server.script("/a", .redirect(to: "\(scheme)://127.0.0.1:\(server.port)/b"))
    server.script("/b", .json("true"))
    #expect(try await get(server).status == 302)
    #expect(server.requests.map(\.path) == ["/a"])
  }

  @Test func `a circle of redirects is malformed`() async throws {
    #expect(try await failure(.redirect(to: "/a")).errorClass == .malformed)
  }

  @Test func `keeps no cookies`() async throws {
    let server = try LoopbackServer()
    server.script("/a", Behaviour(.answer(CannedAnswer(headers: [("Set-Cookie", "a=b; Path=/")]))))
    _ = try await get(server)
    _ = try await get(server)
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.header("Cookie") == nil })
  }

  @Test func `a cancelled request ends at once and once`() async throws {
    let server = try LoopbackServer()
    server.script("/a", .hang)
    let calls = Locked(0)
    let failure: HTTPFailure? = await withCheckedContinuation { continuation in
      let exchange = transport.send(HTTPRequest(url: server.address + "/a"), timeout: .seconds(3600)) {
        result in
        calls.withLock { $0 += 1 }
        if case .failure(let failure) = result { continuation.resume(returning: failure) }
      }
      for _ in 0..<3 { exchange.cancel() }
    }
    #expect(failure == HTTPFailure(.network, "cancelled"))
    let task = Task { try await get(server) }
    task.cancel()
    await #expect(throws: HTTPFailure(.network, "cancelled")) { try await task.value }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `sixty hanging requests do not hold up the next`() async throws {
    let server = try LoopbackServer()
    server.script("/hang", .hang)
    server.script("/a", .json("1"))
    let request = HTTPRequest(url: server.address + "/hang")
    let exchanges = (0..<60).map { _ in transport.send(request, timeout: .seconds(1)) { _ in } }
    #expect(try await get(server).status == 200)
    for exchange in exchanges { exchange.cancel() }
  }

  @Test(arguments: [
    (URLError.Code.cancelled, ErrorClass.network), (.timedOut, .timeout), (.notConnectedToInternet, .network),
    (.networkConnectionLost, .network), (.dnsLookupFailed, .network), (.secureConnectionFailed, .network),
    (.cannotParseResponse, .malformed), (.userAuthenticationRequired, .client),
    (.appTransportSecurityRequiresSecureConnection, .malformed), (.cannotFindHost, .network),
  ])
  func `platform errors have a class`(_ code: URLError.Code, _ errorClass: ErrorClass) {
    #expect(HTTPFailure(URLError(code)).errorClass == errorClass)
  }

  /// The long form, 100,000 requests and the count of descriptors, is `LaunchFlowBenchmarks cancel`.
  @Test func `requests that are given up around their completion end once each`() async throws {
    let server = try LoopbackServer()
    server.script("/a", .json("{}"))
    let request = HTTPRequest(url: server.address + "/a")
    let calls = Locked(0)
    for wave in 0..<20 {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          group.addTask {
            await withCheckedContinuation { continuation in
              let exchange = transport.send(request, timeout: .seconds(5)) { _ in
                calls.withLock { $0 += 1 }
                continuation.resume()
              }
              usleep(UInt32((index * 37 + wave * 11) % 900))
              exchange.cancel()
            }
          }
        }
      }
    }
    #expect(calls.withLock { $0 } == 1000)
  }
}

extension [String] {
  fileprivate var isSorted: Bool { self == sorted() }
}
