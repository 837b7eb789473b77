import Foundation
import LaunchFlow
import LaunchFlowLoopback
import Testing

/// Single calls by the conventions of a flow's services, for real.
@Suite struct ServiceClientTests {
  struct Profile: Codable, Equatable {
    var name: String
  }

  static func client(
    _ bench: FlowBench, flow name: String = "screen-load",
    _ change: (inout FlowEngine.Configuration) -> Void = { _ in }
  ) throws -> ServiceClient {
    let flow = try Flow(contentsOf: FlowBench.folder.appending(path: "\(name).json"))
    let fixed = flow.services.filter { service in
      if case .byEnvironment = service.baseURL { true } else { false }
    }
    var configuration = FlowEngine.Configuration()
    configuration.store = bench.store
    configuration.environment = RequestEnvironment(
      "develop", isRelease: false,
      addresses: Dictionary(uniqueKeysWithValues: fixed.map { ($0.name, bench.server.address) }))
    change(&configuration)
    return ServiceClient(flow, configuration: configuration)
  }

  static let inputs: [String: JSONValue] = ["version": "7.1.0", "token": "t-1"]

  /// A call that a slow machine does not cut either.
  static var patient: ServiceCall {
    var call = ServiceCall("house", "/profile")
    call.timeout = .seconds(600)
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

  /// Waits until a server has been asked for a path.
  static func untilAsked(_ bench: FlowBench, _ path: String) async {
    while bench.server.requests(for: path).isEmpty { try? await Task.sleep(for: .milliseconds(5)) }
  }

  @Test func `a call follows the conventions`() async throws {
    let bench = try FlowBench()
    bench.answer("/search", #"{"name":"A","age":null}"#)
    let client = try Self.client(bench)
    let call = ServiceCall("house", "/search", query: ["key": "a ${b} & c", "page": 2, "filter": .null])
    #expect(try await client.answer(to: call, inputs: Self.inputs) == Profile(name: "A"))
    #expect(try await client.value(of: call, inputs: Self.inputs) == ["name": "A"])
    let requests = bench.server.requests(for: "/search")
    #expect(requests.first?.query == "version=7.1.0&platform=app&key=a%20%24%7Bb%7D%20%26%20c&page=2")
    #expect(requests.map { $0.header("X-Token") } == ["t-1", "t-1"])
  }

  @Test func `a value of the app's is sent as JSON`() async throws {
    let bench = try FlowBench()
    bench.answer("/profile", "{}")
    let call = try ServiceCall("house", "/profile", json: Profile(name: "${version}"))
    try await Self.client(bench).value(of: call, inputs: Self.inputs)
    let request = try #require(bench.server.requests(for: "/profile").first)
    #expect(request.method == "POST")
    #expect(request.text == #"{"name":"${version}"}"#)
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
    let bench = try FlowBench()
    bench.server.script("/profile", [.json(body, status: status)])
    let client = try Self.client(bench)
    let error = try await Self.error {
      try await client.value(of: Self.patient, inputs: Self.inputs)
    }
    #expect(error.reason == reason)
    #expect(error.message == message)
    #expect(error.codes?.status == status)
  }

  @Test func `a deadline ends all attempts`() async throws {
    let bench = try FlowBench()
    bench.server.script("/profile", [.status(503), .hang])
    var call = ServiceCall("house", "/profile")
    call.attempts = 3
    call.deadline = .seconds(2)
    let client = try Self.client(bench)
    let error = try await Self.error { [call] in try await client.value(of: call, inputs: Self.inputs) }
    #expect(error.reason == .failed(.timeout))
    #expect(bench.server.requests(for: "/profile").count == 2)
  }

  @Test func `an owner takes its calls with it`() async throws {
    let bench = try FlowBench()
    bench.server.script("/profile", [.hang])
    let client = try Self.client(bench)
    let owner = RunOwner()
    async let error = Self.error {
      try await client.value(of: Self.patient, inputs: Self.inputs, owner: owner)
    }
    await Self.untilAsked(bench, "/profile")
    owner.cancel()
    #expect(try await error == ServiceError(.cancelled))
  }

  @Test func `a cancelled task gets its answer at once`() async throws {
    let bench = try FlowBench()
    bench.server.script("/profile", [.hang])
    let client = try Self.client(bench)
    let task = Task {
      try await Self.error {
        try await client.value(of: Self.patient, inputs: Self.inputs)
      }
    }
    await Self.untilAsked(bench, "/profile")
    task.cancel()
    #expect(try await task.value == ServiceError(.cancelled))
  }

  @Test func `an address that a cache holds is read`() async throws {
    let bench = try FlowBench()
    bench.answer("/user/info", #"{"name":"A"}"#)
    await bench.store.store(
      CacheEntry(["baseURL": .string(bench.server.address), "guestId": "g-7"], storedAt: .now),
      for: CacheKey("appcode"))
    let client = try Self.client(bench, flow: "loan-login")
    // The login's inputs are not this service's.
    #expect(try await client.answer(to: ServiceCall("loan", "/user/info")) == Profile(name: "A"))
    #expect(bench.server.requests(for: "/user/info").map(\.query) == ["guestId=g-7"])
  }

  @Test func `an input that nobody declares is an error`() async throws {
    let client = try Self.client(try FlowBench())
    await #expect(throws: StartError.unknownInputs(["tokn"])) {
      try await client.value(
        of: ServiceCall("house", "/x"), inputs: ["version": "1", "token": "t", "tokn": "t"])
    }
    await #expect(throws: StartError.missingInputs(["version"])) {
      try await client.value(of: ServiceCall("house", "/x"))
    }
  }

  @Test(arguments: [0, -1, 1_001]) func `an impossible number of attempts is an error`(attempts: Int)
    async throws
  {
    let client = try Self.client(try FlowBench())
    await #expect(throws: InvalidFlow.self) {
      var call = ServiceCall("house", "/x")
      call.attempts = attempts
      try await client.value(of: call, inputs: Self.inputs)
    }
  }

  @Test(arguments: ["rider", "nobody"])
  func `what cannot be called alone is an error`(_ service: String) async throws {
    let client = try Self.client(try FlowBench(), flow: "rider-launch")
    await #expect(throws: InvalidFlow.self) {
      try await client.value(of: ServiceCall(service, "/x.json"), inputs: ["signed-in": true])
    }
  }
}
