import Foundation
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

@testable import LaunchFlow
@testable import LaunchFlowCalls

/// Single calls by the conventions of a flow's services, for real.
@Suite struct ServiceClientTests {
  struct Profile: Codable, Equatable {
    var name: String
  }

  static let inputs: [String: JSONValue] = ["version": "7.1.0", "token": "t-1"]

  /// A call that a slow machine does not cut either.
  static var patient: ServiceCall {
    var call = ServiceCall("house", "/profile")
    call.timeout = .seconds(36_000)
    return call
  }

  /// The error of a call that has to fail.
  static func error(_ call: () async throws -> JSONValue) async throws -> ServiceError {
    do {
      let value = try await call()
      Issue.record("answered with \(value)")
      throw CancellationError()
    } catch let error as ServiceError {
      return error
    }
  }

  @Test func `a call uses the service's declarations`() async throws {
    let bench = try CallBench()
    bench.answer("/search", #"{"name":"A","age":null}"#)
    let client = try bench.client()
    var call = ServiceCall("house", "/search", query: ["key": "a ${b} & c", "page": 2, "filter": .null])
    call.timeout = .seconds(36_000)
    #expect(try await client.answer(to: call, inputs: Self.inputs) == Profile(name: "A"))
    #expect(try await client.value(of: call, inputs: Self.inputs) == ["name": "A"])
    let requests = bench.server.requests(for: "/search")
    #expect(requests.first?.query == "version=7.1.0&platform=app&key=a%20%24%7Bb%7D%20%26%20c&page=2")
    #expect(requests.map { $0.header("X-Token") } == ["t-1", "t-1"])
  }

  @Test func `a value of the app's is sent as JSON`() async throws {
    let bench = try CallBench()
    bench.answer("/profile", "{}")
    var call = try ServiceCall("house", "/profile", json: Profile(name: "${version}"))
    call.timeout = .seconds(36_000)
    try await bench.client().value(of: call, inputs: Self.inputs)
    let request = try #require(bench.server.requests(for: "/profile").first)
    #expect(request.method == "POST")
    #expect(request.text == #"{"name":"${version}"}"#)
  }

  @Test func `an answer that is no JSON is fine for a call that ignores it`() async throws {
    let bench = try CallBench()
    bench.server.script("/profile", [.json("done", status: 201)])
    let client = try bench.client()
    let value = try await client.value(of: Self.patient.ignoringBody(), inputs: Self.inputs)
    #expect(value == .null)
    let error = try await Self.error { try await client.value(of: Self.patient, inputs: Self.inputs) }
    #expect(error.reason == .failed(.malformed))
  }

  @Test(
    arguments: [
      (#"{"code":1,"msg":"Sign in again."}"#, 200, .refused("log-in-again"), "Sign in again."),
      (#"{"code":500,"msg":"Closed today."}"#, 200, .failed(.business), "Closed today."),
      ("oops", 200, .failed(.malformed), nil),
      ("{}", 503, .failed(.server), nil),
    ] as [(String, Int, ServiceError.Reason, String?)])
  func anErrorSaysWhatTheServerSaid(
    _ body: String, _ status: Int, _ reason: ServiceError.Reason, _ message: String?
  ) async throws {
    let bench = try CallBench()
    bench.server.script("/profile", [.json(body, status: status)])
    let client = try bench.client()
    let error = try await Self.error {
      try await client.value(of: Self.patient, inputs: Self.inputs)
    }
    #expect(error.reason == reason)
    #expect(error.message == message)
    #expect(error.codes?.status == status)
  }

  @Test func `attempts follow one another until the deadline ends them`() async throws {
    let bench = try CallBench()
    bench.server.script("/profile", [.status(503), .json(#"{"code":200,"data":2}"#), .hang])
    var call = Self.patient
    call.attempts = 3
    #expect(try await bench.client().value(of: call, inputs: Self.inputs) == 2)
    #expect(bench.server.requests(for: "/profile").count == 2)
    call.deadline = .milliseconds(10)
    let client = try bench.client()
    let error = try await Self.error { [call] in try await client.value(of: call, inputs: Self.inputs) }
    #expect(error.reason == .failed(.timeout))
  }

  @Test(arguments: [true, false]) func `a call ends with its owner and with its task`(_ byOwner: Bool)
    async throws
  {
    let gate = GatedTransport()
    let client = try CallBench().client { $0.transport = gate }
    let owner = RunOwner()
    let task = Task {
      try await Self.error {
        try await client.value(of: Self.patient, inputs: Self.inputs, owner: owner)
      }
    }
    while gate.requests == 0 { await Task.yield() }
    while byOwner, owner.boundRuns == 0 { await Task.yield() }
    if byOwner { owner.cancel() } else { task.cancel() }
    #expect(try await task.value == ServiceError(.cancelled))
  }

  /// A screen that makes calls, each in a function that is not async: one that is would keep the screen until it
  /// returns.
  @MainActor final class Screen {
    private let runs = RunOwner()
    private let client: ServiceClient
    private(set) weak var owner: RunOwner?

    init(_ client: ServiceClient) {
      self.client = client
      owner = runs
    }

    func callThroughItself() -> Task<JSONValue?, any Error> {
      Task { [weak self] in
        try await self?.client.value(
          of: ServiceClientTests.patient, inputs: ServiceClientTests.inputs, owner: self?.runs)
      }
    }

    func callByItsClient() -> Task<JSONValue?, any Error> {
      Task { [weak self, client] in
        let profile: Profile = try await client.answer(
          to: ServiceClientTests.patient, inputs: ServiceClientTests.inputs, owner: self?.runs)
        return .string(profile.name)
      }
    }

    func callWithItsOwner() -> Task<JSONValue?, any Error> {
      Task { [client, weak runs] in
        try await client.value(of: ServiceClientTests.patient, inputs: ServiceClientTests.inputs, owner: runs)
      }
    }
  }

  @MainActor
  @Test(arguments: [Screen.callThroughItself, Screen.callByItsClient, Screen.callWithItsOwner])
  func `a released screen cancels its call`(
    _ call: @MainActor @Sendable (Screen) -> () -> Task<JSONValue?, any Error>
  ) async throws {
    let gate = GatedTransport()
    var screen: Screen? = Screen(try CallBench().client { $0.transport = gate })
    weak let owner = screen?.owner
    let task = try #require(screen.map { call($0)() })
    while gate.requests == 0 { await Task.yield() }
    screen = nil
    #expect(owner == nil)
    if owner != nil { task.cancel() }
    await #expect(throws: ServiceError(.cancelled)) { try await task.value }
  }

  @Test func `an address in a cache is read`() async throws {
    let bench = try CallBench()
    bench.answer("/user/info", #"{"name":"A"}"#)
    await bench.store.store(
      CacheEntry(["baseURL": .string(bench.server.address), "guestId": "g-7"], storedAt: .now),
      for: CacheKey("appcode", scope: "version"))
    let client = try bench.client(flow: "loan-login")
    // The login's inputs are not this service's.
    var call = ServiceCall("loan", "/user/info")
    call.timeout = .seconds(36_000)
    #expect(try await client.answer(to: call) == Profile(name: "A"))
    #expect(bench.server.requests(for: "/user/info").map(\.query) == ["guestId=g-7"])
  }

  @Test func `an undeclared input is an error`() async throws {
    let client = try CallBench().client()
    await #expect(throws: StartError.unknownInputs(["tokn"])) {
      try await client.value(
        of: ServiceCall("house", "/x"), inputs: ["version": "1", "token": "t", "tokn": "t"])
    }
    await #expect(throws: StartError.missingInputs(["version"])) {
      try await client.value(of: ServiceCall("house", "/x"))
    }
  }

  @Test(
    arguments: [
      ("screen-load", "house", 0, inputs), ("screen-load", "house", 1_001, inputs),
      ("rider-launch", "rider", 1, ["signed-in": true]), ("rider-launch", "nobody", 1, ["signed-in": true]),
    ] as [(String, String, Int, [String: JSONValue])])
  func `a service that cannot be called alone is an error`(
    _ flow: String, _ service: String, _ attempts: Int, _ inputs: [String: JSONValue]
  ) async throws {
    let client = try CallBench().client(flow: flow)
    await #expect(throws: InvalidDocument.self) {
      var call = ServiceCall(service, "/x.json")
      call.attempts = attempts
      try await client.value(of: call, inputs: inputs)
    }
  }
}
