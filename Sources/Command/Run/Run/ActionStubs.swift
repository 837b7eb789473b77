import LaunchFlow
import LaunchFlowAuthoring

/// Stubs of the app's actions, whose code the command does not have.
struct ActionStubs {
  struct Behaviour: Equatable {
    enum End: Equatable {
      case value(JSONValue)
      case refusal(String)
      case error
      case hang
    }

    var takes = Duration.zero
    var end: End
  }

  /// The behaviours of an action's attempts, by action and in order. The last one repeats.
  private(set) var behaviours: [String: [Behaviour]] = [:]
  private let names: [String]

  /// Parses the values of `--action`. Mistakes and actions without a behaviour are added to the problems.
  init(_ settings: [String], for flow: Flow, _ problems: inout [String]) {
    names = flow.actionNames
    // An action with a mistake is not also reported as missing.
    var mentioned: Set<String> = []
    for text in settings {
      guard let (name, words) = text.splitAtEqualsSign, !name.isEmpty else {
        problems.append("'--action' must be NAME=BEHAVIOUR, not '\(text)'")
        continue
      }
      mentioned.insert(name)
      guard name == "*" || names.contains(name) else {
        problems.append(UsageError.unknown("action", name, among: names).message)
        continue
      }
      if let behaviour = Self.behaviour(words, failures: flow.failureNames(ofAction: name)) {
        behaviours[name, default: []].append(behaviour)
      } else {
        problems.append(Self.misunderstood(words, flow.failureNames(ofAction: name)))
      }
    }
    let missing = mentioned.contains("*") ? [] : names.filter { !mentioned.contains($0) }
    guard !missing.isEmpty else { return }
    let all = missing.map { "'\($0)'" }.joined(separator: ", ")
    problems.append(
      "the command does not have the code of the app's actions \(all); give each a behaviour, such as "
        + "--action \(ShellWord.quoted(missing[0] + "=ok")), or --action '*=ok' for all")
  }

  private static func behaviour(_ text: String, failures: [String]) -> Behaviour? {
    if let end = end(text, failures) { return Behaviour(end: end) }
    if let takes = Duration(documentText: text) { return Behaviour(takes: takes, end: .value(.null)) }
    guard let comma = text.firstIndex(of: ","), let takes = Duration(documentText: String(text[..<comma])),
      let end = end(String(text[text.index(after: comma)...]), failures)
    else { return nil }
    return Behaviour(takes: takes, end: end)
  }

  private static func end(_ word: String, _ failures: [String]) -> Behaviour.End? {
    switch word {
    case "ok": .value(.null)
    case "hang": .hang
    case "error": .error
    case _ where failures.contains(word): .refusal(word)
    default: (try? JSONValue(parsing: word)).map(Behaviour.End.value)
    }
  }

  private static func misunderstood(_ text: String, _ failures: [String]) -> String {
    let words = ["ok", "hang", "error"] + failures
    let last = text.split(separator: ",").last.map(String.init) ?? text
    let guess = Suggester.nearest(to: last, among: words).map { "did you mean '\($0)'?" }
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    return "unknown behaviour of an action: '\(text)'; "
      + (guess ?? "expected one of \(list), a duration, or a value as JSON")
  }

  var actions: FlowActions {
    var actions = FlowActions()
    for name in names {
      guard let attempts = behaviours[name] ?? behaviours["*"] else { continue }
      actions.register(name) { context in
        try await Self.play(attempts[min(max(0, context.attempt - 1), attempts.count - 1)])
      }
    }
    return actions
  }

  private struct StubFailure: Error {}

  private static func play(_ behaviour: Behaviour) async throws -> JSONValue {
    if behaviour.takes > .zero { try await Task.sleep(for: behaviour.takes) }
    switch behaviour.end {
    case .value(let value): return value
    case .refusal(let name): throw ActionRefusal(name)
    case .error: throw StubFailure()
    case .hang:
      // Sleeps until the step's time-out cancels it.
      while true { try await Task.sleep(for: .seconds(3600)) }
    }
  }
}

extension Flow {
  /// The names of the failures of the steps that call an action, each once; `*` means every action.
  fileprivate func failureNames(ofAction name: String) -> [String] {
    var seen: Set<String> = []
    return allSteps.filter { step in
      if case .action(let action) = step.work, name == "*" || action.name == name { return true }
      return step.fallback.contains { fallback in
        if case .action(let action, _) = fallback { name == "*" || action.name == name } else { false }
      }
    }.flatMap { $0.failures.map(\.name) }.filter { seen.insert($0).inserted }
  }
}
