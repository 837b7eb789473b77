import Foundation
@testable import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

/// The library's own transports. On Apple platforms they are one.
enum TransportKind: CaseIterable {
  case system, session

  func make(bodyLimit: Int = 1 << 20) -> any HTTPTransport {
    switch self {
    case .system: SystemTransport.limited(to: bodyLimit)
    case .session: URLSessionTransport(bodyLimit: bodyLimit)
    }
  }

  func get(_ server: ScriptedServer, _ path: String = "/a") async throws -> HTTPResponse {
    try await make().response(to: HTTPRequest(url: server.address + path), timeout: .seconds(36_000))
  }

  /// The failure in which a behaviour ends.
  func failure(_ behaviour: Behaviour, timeout: Duration = .seconds(36_000)) async throws -> HTTPFailure {
    let server = try ScriptedServer()
    server.script("/a", behaviour)
    do throws(HTTPFailure) {
      let response = try await make().response(
        to: HTTPRequest(url: server.address + "/a"), timeout: timeout)
      Issue.record("an answer: \(response.status)")
      throw HTTPFailure(.error, "")
    } catch {
      #expect(!error.detail.contains("127.0.0.1"), "details carry no addresses")
      return error
    }
  }
}

@Suite struct TransportTests {
  @Test(arguments: TransportKind.allCases)
  func `sends the request and returns the answer`(_ kind: TransportKind) async throws {
    let server = try ScriptedServer()
    let answer = CannedAnswer(status: 201, headers: [("X-B", "2"), ("X-A", "1")], body: Array("hi".utf8))
    server.script("/p", Behaviour(.answer(answer)))
    let request = HTTPRequest(
      method: "POST", url: server.address + "/p?q=%20%2F", headers: [HTTPHeader("X-Own", "ü?")],
      body: Array("body".utf8))
    let response = try await kind.make().response(to: request, timeout: .seconds(36_000))
    #expect(response.status == 201)
    #expect(response.body == Array("hi".utf8))
    #expect(response[header: "x-a"] == "1")
    #expect(response.headers.map { $0.name.lowercased() }.isSorted)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "POST" && seen.query == "q=%20%2F" && seen.text == "body")
    #expect(seen.header("x-own") == "ü?")
  }

  @Test(arguments: TransportKind.allCases, [200, 204, 304, 400, 404, 500, 503])
  func `any status is an answer`(_ kind: TransportKind, _ status: Int) async throws {
    let server = try ScriptedServer()
    server.script("/a", .status(status))
    #expect(try await kind.get(server).status == status)
  }

  @Test(
    arguments: TransportKind.allCases,
    ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer", "Nonsense"])
  func `a challenge is an answer`(_ kind: TransportKind, _ challenge: String) async throws {
    let server = try ScriptedServer()
    let answer = CannedAnswer(status: 401, headers: [("WWW-Authenticate", challenge)], body: Array("no".utf8))
    server.script("/a", Behaviour(.answer(answer)))
    #expect(try await kind.get(server).status == 401)
    #expect(server.requests.count == 1)
  }

  /// The server closes a kept connection without an answer. On Linux `URLSession` then sends a request again by itself.
  @Test(arguments: TransportKind.allCases, [nil, "", "{}"])
  func `a request that may have an effect is sent once`(_ kind: TransportKind, _ body: String?) async throws {
    for method in ["POST", "PUT", "PATCH", "DELETE"] { try await isSentOnce(kind.make(), method, body) }
  }

  private func isSentOnce(_ transport: any HTTPTransport, _ method: String, _ body: String?) async throws {
    let server = try ScriptedServer()
    let get = HTTPRequest(url: server.address + "/a")
    server.script("/a", .json("1"))
    server.script("/b", .close)
    let request = HTTPRequest(
      method: method, url: server.address + "/b", body: body.map { Array($0.utf8) })
    for count in 1...2 {
      _ = try await transport.response(to: get, timeout: .seconds(36_000))
      let failure = await #expect(throws: HTTPFailure.self) {
        try await transport.response(to: request, timeout: .seconds(36_000))
      }
      #expect(failure?.errorClass == .network)
      #expect(server.requests(for: "/b").count == count)
    }
  }

  @Test(
    arguments: TransportKind.allCases,
    [
      (Behaviour.garbage, ErrorClass.malformed),
      (.reset, .network), (.close, .network),
      (Behaviour(.truncate(.json("[1,2,3]"), missing: 3)), .network),
      (Behaviour(.resetMidBody(.json("[1,2,3]"), after: 3)), .network),
      (Behaviour(.flood(bytes: 100_000_000, chunked: false)), .malformed),
      (Behaviour(.flood(bytes: 100_000_000, chunked: true)), .malformed),
    ])
  func `each misbehaviour of a server has its class`(
    _ kind: TransportKind, _ misconduct: (behaviour: Behaviour, errorClass: ErrorClass)
  ) async throws {
    #expect(try await kind.failure(misconduct.behaviour).errorClass == misconduct.errorClass)
  }

  @Test(
    arguments: TransportKind.allCases, [Behaviour.hang, Behaviour(.hangMidBody(.json("[1,2,3]"), after: 3))])
  func `a hang ends by the transport's own time-out`(_ kind: TransportKind, _ behaviour: Behaviour) throws {
    let server = try ScriptedServer()
    server.script("/a", behaviour)
    let result = blocking(kind.make(), HTTPRequest(url: server.address + "/a"), timeout: .zero)
    guard case .failure(let failure) = result else {
      Issue.record("an answer")
      return
    }
    #expect(failure.errorClass == .timeout)
  }

  /// What a request ends with. It keeps the thread: a hanging request of `URLSession` costs a processor on Linux.
  private func blocking(
    _ transport: any HTTPTransport, _ request: HTTPRequest, timeout: Duration = .seconds(36_000)
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

  @Test(arguments: TransportKind.allCases)
  func `a closed port is a network error`(_ kind: TransportKind) async throws {
    let closed = try ClosedPort()
    let failure = await #expect(throws: HTTPFailure.self) {
      try await kind.make().response(
        to: HTTPRequest(url: "http://127.0.0.1:\(closed.port)/"), timeout: .seconds(36_000))
    }
    #expect(failure?.errorClass == .network)
    #expect(["URLError -1004", "libcurl 7"].contains(failure?.detail))
  }

  @Test(
    arguments: TransportKind.allCases,
    ["", "nonsense", "ftp://127.0.0.1/", "file:///etc/hosts", "https://a@b.example/"])
  func `a text that is not an address is malformed`(_ kind: TransportKind, _ url: String) async {
    do throws(HTTPFailure) {
      _ = try await kind.make().response(to: HTTPRequest(url: url), timeout: .seconds(1))
      Issue.record("an answer")
    } catch {
      #expect(error.errorClass == .malformed)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a body of exactly the limit is read`(_ kind: TransportKind) async throws {
    let server = try ScriptedServer()
    server.script("/a", Behaviour(.flood(bytes: 1 << 20, chunked: true)))
    #expect(try await kind.get(server).body.count == 1 << 20)
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

  @Test(arguments: TransportKind.allCases, hops)
  func `a redirect is followed as far as it is safe`(_ kind: TransportKind, _ hop: Hop) async throws {
    let (server, other) = (try ScriptedServer(), try ScriptedServer())
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
    let answer = try await kind.make().response(to: request, timeout: .seconds(36_000))
    #expect(answer.status == (hop.next == nil ? hop.status : 200))
    let followed = server.requests(for: "/b") + other.requests(for: "/b")
    #expect(followed.map(\.method) == [hop.next].compactMap(\.self))
    #expect(followed.allSatisfy { $0.body.isEmpty && $0.header("Content-Type") == nil })
    for name in values {
      #expect(followed.allSatisfy { $0.header(name) == (hop.keepsValues ? "secret" : nil) }, "\(name)")
    }
    #expect(followed.allSatisfy { $0.header("X-Kept") == "secret" })
  }

  @Test(arguments: TransportKind.allCases, [307, 308])
  func `a body follows within its origin`(_ kind: TransportKind, _ status: Int) async throws {
    let server = try ScriptedServer()
    server.script("/a", .redirect(to: "/b", status: status))
    server.script("/b", .json("true"))
    let request = HTTPRequest(method: "POST", url: server.address + "/a", body: Array("text".utf8))
    let answer = try await kind.make().response(to: request, timeout: .seconds(36_000))
    #if canImport(FoundationNetworking)
      // `URLSession` would send the second request without its body, so the redirect is refused.
      let isFollowed = kind == .system
    #else
      let isFollowed = true
    #endif
    #expect(answer.status == (isFollowed ? 200 : status))
    let followed = server.requests(for: "/b")
    #expect(followed.map(\.method) == (isFollowed ? ["POST"] : []))
    #expect(followed.map(\.text) == (isFollowed ? ["text"] : []))
  }

  @Test(arguments: TransportKind.allCases)
  func `a circle of redirects is malformed`(_ kind: TransportKind) async throws {
    #expect(try await kind.failure(.redirect(to: "/a")).errorClass == .malformed)
  }

  @Test(arguments: TransportKind.allCases) func `keeps no cookies`(_ kind: TransportKind) async throws {
    let server = try ScriptedServer()
    server.script("/a", Behaviour(.answer(CannedAnswer(headers: [("Set-Cookie", "a=b; Path=/")]))))
    let transport = kind.make()
    for _ in 0..<2 {
      _ = try await transport.response(to: HTTPRequest(url: server.address + "/a"), timeout: .seconds(36_000))
    }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.header("Cookie") == nil })
  }

  @Test(arguments: TransportKind.allCases)
  func `a cancelled request ends at once and once`(_ kind: TransportKind) throws {
    let transport = kind.make()
    let server = try ScriptedServer()
    server.script("/a", .hang)
    let failures = Locked<[HTTPFailure?]>([])
    let ended = DispatchSemaphore(value: 0)
    let request = HTTPRequest(url: server.address + "/a")
    let cancel = transport.send(request, timeout: .seconds(3600)) { result in
      failures.withLock { $0.append(result.failure) }
      ended.signal()
    }
    for _ in 0..<3 { cancel() }
    ended.wait()
    // Behind whatever else was to come.
    _ = blocking(transport, HTTPRequest(url: "nonsense"))
    #expect(failures.withLock { $0 } == [HTTPFailure(.network, "cancelled")])
  }

  @Test(arguments: TransportKind.allCases)
  func `a cancelled task cancels its request`(_ kind: TransportKind) async throws {
    let server = try ScriptedServer()
    server.script("/a", .hang)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await kind.make().response(
        to: HTTPRequest(url: server.address + "/a"), timeout: .zero)
    }
    await #expect(throws: HTTPFailure(.network, "cancelled")) { try await task.value }
  }

  @Test(arguments: TransportKind.allCases)
  func `sixty hanging requests do not hold up the next`(_ kind: TransportKind) throws {
    let transport = kind.make()
    let server = try ScriptedServer()
    server.script("/hang", .hang)
    server.script("/a", .json("1"))
    let request = HTTPRequest(url: server.address + "/hang")
    let cancels = (0..<60).map { _ in
      transport.send(request, timeout: .seconds(36_000)) { _ in }
    }
    #expect(try blocking(transport, HTTPRequest(url: server.address + "/a"))?.get().status == 200)
    for cancel in cancels { cancel() }
  }

  @Test(arguments: TransportKind.allCases)
  func `requests that are cancelled around their completion end once each`(_ kind: TransportKind) async throws
  {
    let transport = kind.make()
    let server = try ScriptedServer()
    server.script("/a", .json("{}"))
    let request = HTTPRequest(url: server.address + "/a")
    let calls = Locked(0)
    for wave in 0..<8 {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          group.addTask {
            await withCheckedContinuation { continuation in
              let cancel = transport.send(request, timeout: .seconds(36_000)) { _ in
                calls.withLock { $0 += 1 }
                continuation.resume()
              }
              usleep(UInt32((index * 37 + wave * 11) % 900))
              cancel()
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
