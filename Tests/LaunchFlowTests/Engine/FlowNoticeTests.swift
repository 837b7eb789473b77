import LaunchFlow
import Testing

/// The identity by which an app shows a message once.
@Suite struct FlowNoticeTests {
  private static func notices(_ text: String) async throws -> [FlowNotice] {
    var flow = FlowEngineTests.flow()
    flow.steps[0].failures = [Flow.Failure("closed", nil)]
    flow.landings[1].notices = [Flow.Notice("${work.message}", style: .confirm)]
    let run = try FlowEngine(
      flow, actions: FlowEngineTests.actions { _ in throw ActionRefusal("closed", message: text) }
    ).start()
    let landing = await run.landing
    var notices: [FlowNotice] = []
    for await notice in run.notices { notices.append(notice) }
    #expect(landing.notice?.id == notices.first?.id)
    return notices
  }

  @Test func `equal texts have one identity in every run, others another`() async throws {
    let first = try await Self.notices("We are closed.")
    #expect(try await Self.notices("We are closed.").map(\.id) == first.map(\.id))
    #expect(try await Self.notices("We are closed!").map(\.id) != first.map(\.id))
  }

  /// An app may store it.
  @Test func `the identity is the same in every process and contains no text`() {
    #expect(Flow.Notice("We are closed.").id == "1ec9034ee550da35")
    #expect(Flow.Notice("We are closed.", style: .confirm).id == Flow.Notice("We are closed.").id)
    #expect(Flow.Notice("").id.count == 16)
  }
}
