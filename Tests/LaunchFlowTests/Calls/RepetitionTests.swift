import LaunchFlowLoopback
import Testing

@testable import LaunchFlow

/// Equal calls at once.
@Suite struct RepetitionTests {
  private typealias Ask = Task<Result<JSONValue, ServiceError>, any Error>

  private static func ask(
    _ client: ServiceClient, _ repetition: Repetition, owner: RunOwner? = nil, token: JSONValue = "t-1"
  ) -> Ask {
    Task {
      do {
        let inputs: [String: JSONValue] = ["version": "1", "token": token]
        return .success(
          try await client.value(
            of: ServiceCall("house", "/profile"), inputs: inputs, owner: owner, ifRunning: repetition))
      } catch let error as ServiceError {
        return .failure(error)
      }
    }
  }

  /// A server that never answers the first request and answers all others, and a client.
  private static func bench() throws -> (FlowBench, ServiceClient) {
    let bench = try FlowBench()
    bench.server.script("/profile", [.hang, .json(#"{"code":200,"data":2}"#)])
    return (bench, try ServiceClientTests.client(bench))
  }

  @Test func beside() async throws {
    let (bench, client) = try Self.bench()
    let first = Self.ask(client, .beside)
    await ServiceClientTests.untilAsked(bench, "/profile")
    #expect(try await Self.ask(client, .beside).value == .success(2))
    first.cancel()
    #expect(try await first.value == .failure(ServiceError(.cancelled)))
  }

  @Test func refuse() async throws {
    let (bench, client) = try Self.bench()
    let first = Self.ask(client, .refuse)
    await ServiceClientTests.untilAsked(bench, "/profile")
    #expect(try await Self.ask(client, .refuse).value == .failure(ServiceError(.alreadyRunning)))
    // Another user's call is another call.
    #expect(try await Self.ask(client, .refuse, token: "t-2").value == .success(2))
    first.cancel()
    _ = try await first.value
  }

  @Test func replace() async throws {
    let (bench, client) = try Self.bench()
    let first = Self.ask(client, .beside)
    await ServiceClientTests.untilAsked(bench, "/profile")
    #expect(try await Self.ask(client, .replace).value == .success(2))
    #expect(try await first.value == .failure(ServiceError(.cancelled)))
  }

  /// The caller who began leaves, and the request goes on for the others.
  @Test func join() async throws {
    let bench = try FlowBench()
    bench.server.script("/profile", [.json(#"{"code":200,"data":1}"#, after: .seconds(1))])
    let client = try ServiceClientTests.client(bench)
    let owner = RunOwner()
    let first = Self.ask(client, .join, owner: owner)
    await ServiceClientTests.untilAsked(bench, "/profile")
    let others = (0..<3).map { _ in Self.ask(client, .join) }
    while client.openCallers < 4 { await Task.yield() }
    owner.cancel()
    #expect(try await first.value == .failure(ServiceError(.cancelled)))
    for other in others { #expect(try await other.value == .success(1)) }
    #expect(bench.server.requests(for: "/profile").count == 1)
  }

  @Test func theLastOfThoseWhoJoinedCancelsTheRequest() async throws {
    let (bench, client) = try Self.bench()
    let tasks = (0..<3).map { _ in Self.ask(client, .join) }
    await ServiceClientTests.untilAsked(bench, "/profile")
    while client.openCallers < 3 { await Task.yield() }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(try await task.value == .failure(ServiceError(.cancelled))) }
    #expect(client.openCallers == 0)
    // A cancelled request is nothing that a new call could join.
    #expect(try await Self.ask(client, .join).value == .success(2))
  }
}
