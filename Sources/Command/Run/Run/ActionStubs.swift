import LaunchFlow
import LaunchFlowAuthoring

/// Stubs of the app's actions, whose code the command does not have.
enum ActionStubs {
  private typealias Stub = @Sendable () async throws -> JSONValue

  private struct StubFailure: Error {}

  /// The actions of a flow with the behaviours that the values of `--action` give them.
  static func actions(_ settings: [NamedText], for flow: Flow) throws(UsageError) -> FlowActions {
    let names = flow.actionNames
    // The stubs of an action's attempts, in order. The last one repeats.
    var stubs: [String: [Stub]] = [:]
    for setting in settings {
      let name = setting.name
      guard name == "*" || names.contains(name) else { throw .unknown("action", name, among: names) }
      let failures = flow.failureNames(ofAction: name)
      guard let stub = stub(setting.text, failures) else { throw misunderstood(setting, failures) }
      stubs[name, default: []].append(stub)
    }
    let missing = names.filter { stubs[$0] == nil && stubs["*"] == nil }
    if let first = missing.first {
      let all = missing.map { "'\($0)'" }.joined(separator: ", ")
      throw UsageError(
        "the command does not have the code of the app's actions \(all); give each a behaviour, such as "
          + "--action \(ShellWord.quoted(first + "=ok")), or --action '*=ok' for all")
    }
    var actions = FlowActions()
    for name in names {
      guard let attempts = stubs[name] ?? stubs["*"] else { continue }
      actions.register(name) { context in
        try await attempts[min(max(0, context.attempt - 1), attempts.count - 1)]()
      }
    }
    return actions
  }

  /// The stub for a behaviour, such as `2s,error`; nil for an unknown one.
  private static func stub(_ text: String, _ failures: [String]) -> Stub? {
    let parts = text.split(separator: ",", maxSplits: 1).map(String.init)
    if let time = parts.first.flatMap({ Duration(documentText: $0) }), !failures.contains(text) {
      guard let then = stub(parts.count == 1 ? "ok" : parts[1], failures) else { return nil }
      return {
        try await Task.sleep(for: time)
        return try await then()
      }
    }
    switch text {
    case "ok": return { .null }
    // The step's time-out cancels it.
    case "hang": return { while true { try await Task.sleep(for: .seconds(3600)) } }
    case "error": return { throw StubFailure() }
    case _ where failures.contains(text): return { throw ActionRefusal(text) }
    default: return (try? JSONValue(parsing: text)).map { value in { value } }
    }
  }

  /// The behaviour may be a secret, so the message does not repeat it.
  private static func misunderstood(_ setting: NamedText, _ failures: [String]) -> UsageError {
    let words = ["ok", "hang", "error"] + failures
    let last = setting.text.split(separator: ",").last.map(String.init) ?? ""
    let guess = Suggester.nearest(to: last, among: words).map { "did you mean '\($0)'?" }
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    return UsageError(
      "unknown behaviour in '--action \(setting.name)=…'; "
        + (guess ?? "expected one of \(list), a duration, or a value as JSON"))
  }
}

extension Flow {
  /// The names of the failures of the steps that call an action, each once; `*` means every action.
  fileprivate func failureNames(ofAction name: String) -> [String] {
    var seen: Set<String> = []
    return graph.steps.filter { step in
      step.actions.contains { name == "*" || $0.action.name == name }
    }.flatMap { $0.failures.map(\.name) }.filter { seen.insert($0).inserted }
  }
}
