import LaunchFlowModel

/// What `--set STEP=BEHAVIOUR` says: what an attempt of a step does.
struct StepSetting: Equatable {
  var step: String
  var behaviour: Scenario.Behaviour

  /// Reads a setting; what it names must be in the flow.
  init(_ text: String, for flow: Flow) throws(UsageError) {
    guard let (step, words) = text.splitAtEqualsSign, !step.isEmpty else {
      throw UsageError("'--set' must be STEP=BEHAVIOUR, not '\(text)'", command: "simulate")
    }
    let names = ["*"] + flow.namesOfWork
    guard names.contains(step) else {
      let suggestion = Suggester.nearest(to: step, among: names)
      throw UsageError(UsageError.unknown("step", step, suggestion: suggestion), command: "simulate")
    }
    self.step = step
    self.behaviour = try Self.behaviour(words, for: flow)
  }

  /// Settings as a scenario has them: those of one step are its attempts, in order.
  static func collect(_ settings: [StepSetting]) -> [Scenario.StepBehaviours] {
    settings.reduce(into: []) { collected, setting in
      if let place = collected.firstIndex(where: { $0.step == setting.step }) {
        collected[place].attempts.append(setting.behaviour)
      } else {
        collected.append(Scenario.StepBehaviours(setting.step, [setting.behaviour]))
      }
    }
  }

  private static func behaviour(_ text: String, for flow: Flow) throws(UsageError) -> Scenario.Behaviour {
    var time: Duration?
    var outcome: Scenario.Outcome?
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if let duration = Duration(documentText: word) {
        guard time == nil else { throw UsageError("'\(text)' takes two times", command: "simulate") }
        time = duration
      } else {
        guard outcome == nil else { throw UsageError("'\(text)' ends in two ways", command: "simulate") }
        outcome = try Self.outcome(word, for: flow)
      }
    }
    return Scenario.Behaviour(takes: .fixed(time ?? .zero), outcome: outcome ?? .opaque)
  }

  private static func outcome(_ word: String, for flow: Flow) throws(UsageError) -> Scenario.Outcome {
    let names = flow.namesOfAnswers
    // The author's names come first: one of them may be spelt like an error class.
    if names.contains(word) { return .named(word) }
    if word == "ok" { return .opaque }
    if word == "hang" { return .hang }
    if let error = ErrorClass(rawValue: word) { return .error(error) }
    if Double(word) != nil {
      throw UsageError("'\(word)' has no unit; write '\(word)s' or '\(word)ms'", command: "simulate")
    }
    let words = ["ok", "hang"] + ErrorClass.allCases.map(\.rawValue) + names
    let suggestion = Suggester.nearest(to: word, among: words)
    throw UsageError(UsageError.unknown("behaviour", word, suggestion: suggestion), command: "simulate")
  }
}

/// What `--input NAME=VALUE` says.
enum InputSetting {
  /// Reads a setting, given to a command, by what the flow declares.
  static func read(
    _ text: String, for flow: Flow, command: String = "simulate"
  ) throws(UsageError) -> Flow.NamedValue {
    guard let (name, value) = text.splitAtEqualsSign, !name.isEmpty else {
      throw UsageError("'--input' must be NAME=VALUE, not '\(text)'", command: command)
    }
    guard let input = flow.inputs.first(where: { $0.name == name }) else {
      let suggestion = Suggester.nearest(to: name, among: flow.inputs.map(\.name))
      throw UsageError(UsageError.unknown("input", name, suggestion: suggestion), command: command)
    }
    guard let read = Self.value(value, input.kind) else {
      throw UsageError("the input '\(name)' is a \(input.kind), not '\(value)'", command: command)
    }
    guard input.values.isEmpty || input.values.contains(read) else {
      let allowed = input.values.map(Self.text).joined(separator: ", ")
      throw UsageError("the input '\(name)' is one of \(allowed), not '\(value)'", command: command)
    }
    return Flow.NamedValue(name, read)
  }

  /// The inputs that neither a scenario gives nor the flow has a default for, with the values that stand in.
  static func standIns(for flow: Flow, given: [Flow.NamedValue]) -> [Flow.NamedValue] {
    flow.inputs.filter { input in
      input.defaultValue == nil && !given.contains { $0.name == input.name }
    }.map { Flow.NamedValue($0.name, $0.values.first ?? standIn($0.kind)) }
  }

  /// A value as a person writes it.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.isEmpty ? "\"\"" : value
    case .null, .array, .object: "null"
    }
  }

  private static func standIn(_ kind: Flow.Input.Kind) -> JSONValue {
    switch kind {
    case .boolean: false
    case .string: ""
    case .number: 0
    }
  }

  private static func value(_ text: String, _ kind: Flow.Input.Kind) -> JSONValue? {
    switch kind {
    case .boolean: Bool(text).map(JSONValue.bool)
    case .string: .string(text)
    case .number: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }
  }
}

extension String {
  /// What stands before and behind the first equals sign.
  var splitAtEqualsSign: (String, String)? {
    guard let place = firstIndex(of: "=") else { return nil }
    return (String(self[..<place]), String(self[index(after: place)...]))
  }
}

extension Flow {
  /// The names that a behaviour can be set for: all steps that do something, and their remote fallbacks.
  var namesOfWork: [String] {
    allSteps.filter { $0.members == nil }.flatMap { step in
      step.fallback.contains { !$0.isLocal } ? [step.name, step.name + ".fallback"] : [step.name]
    }
  }

  /// The results and failures that answers may bear.
  var namesOfAnswers: [String] {
    var seen: Set<String> = []
    let ofSteps = allSteps.flatMap { $0.results.map(\.name) + $0.failures.map(\.name) }
    let ofServices = services.flatMap { $0.failures.map(\.name) }
    return (ofSteps + ofServices).filter { seen.insert($0).inserted }
  }

  /// Every step in file order, groups before their members.
  var allSteps: [Step] {
    var found: [Step] = []
    var open = Array(steps.reversed())
    while let step = open.popLast() {
      found.append(step)
      open += (step.members ?? []).reversed()
    }
    return found
  }
}
