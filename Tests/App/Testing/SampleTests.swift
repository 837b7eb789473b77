import Foundation
import LaunchFlow
import LaunchFlowTesting
import Testing

/// Sample answers of scenarios, decoded as the app's types.
@Suite struct SampleTests {
  struct Login: Decodable, Sendable { var token: String }
  struct Wrong: Decodable, Sendable { var user: String }

  @Test func `samples that do not fit are named`() throws {
    let test = try Flows.test("rider-launch")
    #expect(test.mismatches(with: [("login", Login.self)]) == [])
    let wrong = test.mismatches(with: [("login", Wrong.self), ("no-such-step", Login.self)])
    #expect(wrong.contains { $0.contains("the value of login does not fit Wrong: no value at /user") })
    #expect(wrong.contains("the flow has no step no-such-step"))
  }
}
