import Foundation
import LaunchFlowCalls
@testable import LaunchFlow
import Testing

/// The messages that a run has for the user.
@Suite struct FlowNoticeTests {
  /// The notices of a flow whose action refuses as often as there are messages.
  private static func notices(_ landings: String, group: Bool = false, _ messages: [String]) async throws
    -> [FlowNotice]
  {
    let work = #""work": { "action": "work", "timeout": "1h", "failures": { "closed": {} } }"#
    let again =
      #""again": { "poll": { "every": "40ms", "until": ["done"] }, "deadline": "1h", "steps": { \#(work) }, "results": { "done": { "work": "available" } } }"#
    let text = #"""
      { "flow": "test", "deadline": "2h", "pages": ["home", "other"], "steps": { \#(group ? again : work) },
        "landings": [\#(landings), { "page": "home" }] }
      """#
    var actions = FlowActions()
    let left = Locked(messages)
    actions.register("work") { _ in
      let next = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { return 1 }
      throw ActionRefusal("closed", message: next)
    }
    let run = try FlowEngine(Flow(data: Data(text.utf8)), actions: actions).start()
    var notices: [FlowNotice] = []
    for await notice in run.notices { notices.append(notice) }
    #expect(await run.landing.notice?.id == notices.first { $0.style == .confirm }?.id)
    return notices
  }

  private static func landing(_ notice: String) -> String {
    #"{ "page": "other", "when": { "work": "closed" }, "notice": { "text": "\#(notice)", "style": "confirm" } }"#
  }

  /// A landing's notice says a step's message in its own style; what it does not say comes as a toast.
  @Test(arguments: [
    ("${work.message}", ["confirm Closed today. closed"]),
    ("Sorry. ${work.message}", ["confirm Sorry. Closed today. closed"]),
    ("Sorry.", ["toast Closed today. closed", "confirm Sorry. -"]),
  ])
  func `one refusal is one notice in the landing's style`(_ notice: String, _ expected: [String])
    async throws
  {
    let notices = try await Self.notices(Self.landing(notice), ["Closed today."])
    #expect(notices.map { "\($0.style) \($0.text) \($0.code ?? "-")" } == expected)
  }

  @Test func `a new answer is a new notice, also with an equal text`() async throws {
    let landing = #"{ "page": "other", "when": { "again": "failed" } }"#
    let notices = try await Self.notices(
      landing, group: true, ["Wrong code.", "Wrong code.", "Closed today."])
    #expect(notices.map(\.text) == ["Wrong code.", "Wrong code.", "Closed today."])
  }

  @Test func `equal messages that wait together are one`() {
    let error = ServiceError(.refused("closed"), message: "Closed today.")
    var waiting: [FlowNotice] = []
    for _ in 0..<2 {
      waiting.add(error.notice(isToast: true))
      for _ in 0..<4 { waiting.add(error.notice()) }
      waiting.add(ServiceError(.failed(.business), message: "Sold out.").notice())
      waiting.add(ServiceError(.failed(.network)).notice())
      #expect(waiting.map(\.text) == ["Closed today.", "Sold out."])
      #expect(waiting.map(\.style) == [.confirm, .confirm])
      #expect(waiting.map(\.code) == ["closed", nil])
      waiting.removeAll()
    }
  }

  /// An app may store it.
  @Test func `the identity is the same in every process and contains no text`() {
    #expect(Self.identity("We are closed.") == "1ec9034ee550da35")
    #expect(Self.identity("We are closed.", .confirm) == Self.identity("We are closed."))
    #expect(Self.identity("We are closed!") != Self.identity("We are closed."))
    #expect(Self.identity("").count == 16)
  }

  private static func identity(_ text: String, _ style: Flow.Notice.Style = .toast) -> String {
    FlowNotice(text: text, style: style, code: nil, codes: nil).id
  }
}
