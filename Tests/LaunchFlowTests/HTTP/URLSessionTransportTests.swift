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
    try await transport.response(to: HTTPRequest(url: server.address + path), timeout: .seconds(36_000))
  }

  /// The class in which a behaviour ends.
  private func failure(_ behaviour: Behaviour, timeout: Duration = .seconds(36_000)) async throws
    -> HTTPFailure
  {
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
    let response = try await transport.response(to: request, timeout: .seconds(36_000))
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

  /// The server closes a kept connection without an answer. On Linux the platform then sends a request again by itself.
  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"], [nil, "", "{}"])
  func `a request that may have an effect is sent once`(_ method: String, _ body: String?) async throws {
    let server = try LoopbackServer()
    server.script("/a", .json("1"))
    server.script("/b", .close)
    let request = HTTPRequest(
      method: method, url: server.address + "/b", body: body.map { Array($0.utf8) })
    for count in 1...2 {
      _ = try await get(server)
      let result = await withCheckedContinuation { continuation in
        _ =
          count == 1
          ? transport.send(request, timeout: .seconds(36_000)) { continuation.resume(returning: $0) }
          : transport.send(request, timeout: .seconds(36_000), progress: { _ in }) {
            continuation.resume(returning: $0)
          }
      }
      let failure = #expect(throws: HTTPFailure.self) { try result.get() }
      #expect(failure?.errorClass == .network)
      #expect(server.requests(for: "/b").count == count)
    }
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
  func `a hang ends by the transport's own time-out`(_ behaviour: Behaviour) throws {
    let server = try LoopbackServer()
    server.script("/a", behaviour)
    let result = blocking(HTTPRequest(url: server.address + "/a"), timeout: .zero)
    guard case .failure(let failure) = result else {
      Issue.record("an answer")
      return
    }
    #expect(failure.errorClass == .timeout)
  }

  /// What a request ends with. It keeps the thread: while a request hangs, it costs a processor on Linux.
  private func blocking(
    _ request: HTTPRequest, timeout: Duration = .seconds(36_000)
  ) -> Result<HTTPResponse, HTTPFailure>? {
    let ended = DispatchSemaphore(value: 0)
    let found = Locked<Result<HTTPResponse, HTTPFailure>?>(nil)
    _ = transport.send(request, timeout: timeout) { result in
      found.withLock { $0 = result }
      ended.signal()
    }
    ended.wait()
    return found.withLock { $0 }
  }

  @Test func `a closed port is a network error`() async throws {
    let port = try ClosedPort().port
    await #expect(throws: HTTPFailure(.network, "URLError -1004")) {
      try await transport.response(
        to: HTTPRequest(url: "http://127.0.0.1:\(port)/"), timeout: .seconds(36_000))
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

  /// What is asked where, before and after a redirect; `next` is nil where the redirect is the answer.
  struct Hop: Sendable, CustomTestStringConvertible {
    var method = "GET"
    var host = "127.0.0.1"
    var status = 302
    /// Where to: `own` is the server's address, `other` another server's, `name` the server's by another name.
    var target: String
    var allowed: [String] = []
    var next: String?
    var keepsValues = false
    var testDescription: String { "\(method) \(status) to \(target)" }
  }

  private static let hops = [
    Hop(target: "/b?x=1", next: "GET", keepsValues: true),
    Hop(target: "own/b", next: "GET", keepsValues: true),
    // Another port is another origin, and another host is a stranger unless the flow allows it.
    Hop(target: "other/b", next: "GET"), Hop(target: "name/b"), Hop(target: "https://evil.example/"),
    Hop(host: "localhost", target: "own/b", allowed: ["127.0.0.1"], next: "GET"),
    // On Linux the platform takes such an address for one of plain HTTP.
    Hop(target: "ftp"), Hop(target: "file"), Hop(target: "ws"), Hop(target: "javascript"),
    // A body never goes to another origin. 303 asks anew without it, and so do 301 and 302 after a POST.
    Hop(method: "POST", status: 301, target: "other/b", next: "GET"),
    Hop(method: "POST", status: 302, target: "other/b", next: "GET"),
    Hop(method: "POST", status: 303, target: "other/b", next: "GET"),
    Hop(method: "POST", status: 307, target: "other/b"), Hop(method: "PUT", status: 308, target: "other/b"),
    Hop(status: 307, target: "other/b", next: "GET"), Hop(status: 308, target: "other/b", next: "GET"),
  ]

  @Test(arguments: hops) func `a redirect is followed as far as it is safe`(_ hop: Hop) async throws {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    let target =
      switch hop.target {
      case "ftp", "file", "ws", "javascript": "\(hop.target)://127.0.0.1:\(server.port)/b"
      default:
        hop.target.replacing("own", with: server.address).replacing("other", with: other.address)
          .replacing("name", with: "http://localhost:\(server.port)")
      }
    server.script("/a", .redirect(to: target, status: hop.status))
    for place in [server, other] { place.script("/b", .json("true")) }
    let values = ["Authorization", "Cookie", "X-Token"]
    var request = HTTPRequest(
      method: hop.method, url: "http://\(hop.host):\(server.port)/a",
      headers: (values + ["X-Kept"]).map { HTTPHeader($0, "secret") },
      body: hop.method == "GET" ? nil : Array("secret".utf8), allowedHosts: hop.allowed)
    request.boundHeaders = ["x-token"]
    let answer = try await transport.response(to: request, timeout: .seconds(36_000))
    #expect(answer.status == (hop.next == nil ? hop.status : 200))
    let followed = server.requests(for: "/b") + other.requests(for: "/b")
    #expect(followed.map(\.method) == [hop.next].compactMap(\.self))
    #expect(followed.allSatisfy { $0.body.isEmpty && $0.header("Content-Type") == nil })
    for name in values {
      #expect(followed.allSatisfy { $0.header(name) == (hop.keepsValues ? "secret" : nil) }, "\(name)")
    }
    #expect(followed.allSatisfy { $0.header("X-Kept") == "secret" })
  }

  @Test(arguments: [307, 308]) func `a body follows within its origin`(_ status: Int) async throws {
    let server = try LoopbackServer()
    server.script("/a", .redirect(to: "/b", status: status))
    server.script("/b", .json("true"))
    let request = HTTPRequest(method: "POST", url: server.address + "/a", body: Array("text".utf8))
    let answer = try await transport.response(to: request, timeout: .seconds(36_000))
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

  @Test func `a cancelled request ends at once and once`() throws {
    let server = try LoopbackServer()
    server.script("/a", .hang)
    let failures = Locked<[HTTPFailure?]>([])
    let ended = DispatchSemaphore(value: 0)
    let request = HTTPRequest(url: server.address + "/a")
    let exchange = transport.send(request, timeout: .seconds(3600)) { result in
      failures.withLock { $0.append(result.failure) }
      ended.signal()
    }
    for _ in 0..<3 { exchange.cancel() }
    ended.wait()
    // Behind whatever else was to come.
    _ = blocking(HTTPRequest(url: "nonsense"))
    #expect(failures.withLock { $0 } == [HTTPFailure(.network, "cancelled")])
  }

  @Test func `a cancelled task cancels its request`() async throws {
    let server = try LoopbackServer()
    server.script("/a", .hang)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.response(
        to: HTTPRequest(url: server.address + "/a"), timeout: .zero)
    }
    await #expect(throws: HTTPFailure(.network, "cancelled")) { try await task.value }
  }

  @Test func `sixty hanging requests do not hold up the next`() throws {
    let server = try LoopbackServer()
    server.script("/hang", .hang)
    server.script("/a", .json("1"))
    let request = HTTPRequest(url: server.address + "/hang")
    let exchanges = (0..<60).map { _ in transport.send(request, timeout: .seconds(36_000)) { _ in } }
    #expect(try blocking(HTTPRequest(url: server.address + "/a"))?.get().status == 200)
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

  @Test func `requests that are given up around their completion end once each`() async throws {
    let server = try LoopbackServer()
    server.script("/a", .json("{}"))
    let request = HTTPRequest(url: server.address + "/a")
    let calls = Locked(0)
    for wave in 0..<8 {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          group.addTask {
            await withCheckedContinuation { continuation in
              let exchange = transport.send(request, timeout: .seconds(36_000)) { _ in
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
    #expect(calls.withLock { $0 } == 400)
  }
}

extension [String] {
  fileprivate var isSorted: Bool { self == sorted() }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
