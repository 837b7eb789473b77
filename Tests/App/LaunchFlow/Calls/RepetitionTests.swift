import Testing

@testable import LaunchFlow
@testable import LaunchFlowCalls

/// Equal calls at once.
@Suite struct RepetitionTests {
  private typealias Ask = Task<Result<JSONValue, ServiceError>, any Error>

  private static func ask(
    _ client: ServiceClient, _ repetition: Repetition, owner: RunOwner? = nil, token: JSONValue = "t-1"
  ) -> Ask {
    Task {
      do {
        let inputs: [String: JSONValue] = ["version": "1", "token": token]
        var call = ServiceCall("house", "/profile")
        // Longer than anything else in this process could hold up a test.
        call.timeout = .seconds(3_600)
        return .success(
          try await client.value(
            of: call, inputs: inputs, owner: owner, ifRunning: repetition))
      } catch let error as ServiceError {
        return .failure(error)
      }
    }
  }

  /// What a second call answers with, and the first one after it.
  @Test(
    arguments: [
      (.beside, "t-1", .success(2), nil), (.refuse, "t-1", .failure(ServiceError(.alreadyRunning)), nil),
      // Another user's call is another call.
      (.refuse, "t-2", .success(2), nil),
      (.replace, "t-1", .success(2), .failure(ServiceError(.cancelled))),
    ] as [(Repetition, JSONValue, Result<JSONValue, ServiceError>, Result<JSONValue, ServiceError>?)])
  func `a second call`(
    _ repetition: Repetition, _ token: JSONValue, _ second: Result<JSONValue, ServiceError>,
    _ first: Result<JSONValue, ServiceError>?
  ) async throws {
    // Only the first request is never answered.
    let gate = GatedTransport(holding: 1, then: #"{"code":200,"data":2}"#)
    let client = try CallBench().client { $0.transport = gate }
    let asked = Self.ask(client, .beside)
    while gate.requests == 0 { await Task.yield() }
    #expect(try await Self.ask(client, repetition, token: token).value == second)
    if first == nil { asked.cancel() }
    #expect(try await asked.value == first ?? .failure(ServiceError(.cancelled)))
  }

  /// A call beside another hides it from nobody, also after it has ended.
  @Test(arguments: [Repetition.refuse, .replace]) func `all running calls count`(_ repetition: Repetition)
    async throws
  {
    let (gate, client) = try Self.gatedClient()
    let first = Self.ask(client, .beside)
    while gate.requests == 0 { await Task.yield() }
    let second = Self.ask(client, .beside)
    while gate.requests < 2 { await Task.yield() }
    second.cancel()
    #expect(try await second.value == .failure(ServiceError(.cancelled)))
    let third = Self.ask(client, repetition)
    if repetition == .refuse {
      #expect(try await third.value == .failure(ServiceError(.alreadyRunning)))
      first.cancel()
    } else {
      while gate.requests < 3 { await Task.yield() }
      gate.answer(#"{"code":200,"data":3}"#)
      #expect(try await third.value == .success(3))
    }
    #expect(try await first.value == .failure(ServiceError(.cancelled)))
  }

  /// A client whose requests wait until the test answers them.
  private static func gatedClient() throws -> (GatedTransport, ServiceClient) {
    let gate = GatedTransport()
    let client = try CallBench().client { $0.transport = gate }
    return (gate, client)
  }

  /// The caller who began leaves, and the request goes on for the others.
  @Test func join() async throws {
    let (gate, client) = try Self.gatedClient()
    let owner = RunOwner()
    let first = Self.ask(client, .join, owner: owner)
    while gate.requests == 0 { await Task.yield() }
    let others = (0..<3).map { _ in Self.ask(client, .join) }
    while client.openCallers < 4 || owner.boundRuns == 0 { await Task.yield() }
    owner.cancel()
    #expect(try await first.value == .failure(ServiceError(.cancelled)))
    gate.answer(#"{"code":200,"data":1}"#)
    for other in others { #expect(try await other.value == .success(1)) }
    #expect(gate.requests == 1)
  }

  @Test func `the last caller that cancels ends the request`() async throws {
    let (gate, client) = try Self.gatedClient()
    let tasks = (0..<3).map { _ in Self.ask(client, .join) }
    while client.openCallers < 3 || gate.requests == 0 { await Task.yield() }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(try await task.value == .failure(ServiceError(.cancelled))) }
    // A cancelled request is nothing that a new call could join.
    let later = Self.ask(client, .join)
    while gate.requests < 2 { await Task.yield() }
    gate.answer(#"{"code":200,"data":2}"#)
    #expect(try await later.value == .success(2))
  }
}
