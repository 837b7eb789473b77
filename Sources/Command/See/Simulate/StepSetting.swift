import LaunchFlowAuthoring

/// The value of `--set STEP=BEHAVIOUR`: the behaviour of one attempt of a step.
struct StepSetting: Equatable {
  var step: String
  var behaviour: Scenario.Behaviour

  init(_ words: NamedText, for flow: Flow) throws(UsageError) {
    step = words.name
    let names = ["*"] + flow.namesOfWork
    guard names.contains(step) else { throw .unknown("step", step, among: names) }
    var time: Duration?
    var outcome: Scenario.Outcome?
    for word in words.text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if let duration = Duration(documentText: word) {
        guard time == nil else { throw UsageError("'--set \(step)=…' has two durations; write one") }
        time = duration
      } else {
        guard outcome == nil else { throw UsageError("'--set \(step)=…' has two outcomes; write one") }
        outcome = try Self.outcome(word, of: step, for: flow)
      }
    }
    behaviour = Scenario.Behaviour(takes: .fixed(time ?? .zero), outcome: outcome ?? .opaque)
  }

  private static func outcome(
    _ word: String, of step: String, for flow: Flow
  ) throws(UsageError) -> Scenario.Outcome {
    let names = flow.namesOfAnswers
    // The author's names come first, since a name may be spelt like an error class.
    if names.contains(word) { return .named(word) }
    if word == "ok" { return .opaque }
    if word == "hang" { return .hang }
    if let error = ErrorClass(rawValue: word) { return .error(error) }
    if word.hasPrefix("code ") {
      let code = word.dropFirst(5)
      return .code(Int64(code).map(JSONValue.integer) ?? .string(String(code)))
    }
    // The word may be a secret in the wrong place, so the message does not repeat it.
    if Double(word) != nil {
      throw UsageError("'--set \(step)=…' has a duration without a unit; write one such as 10s or 250ms")
    }
    let words = ["ok", "hang"] + ErrorClass.allCases.map(\.rawValue) + names
    throw .unknown("behaviour in '--set \(step)=…'", like: word, among: words)
  }
}

/// The value of `--input NAME=VALUE`.
enum InputSetting {
  static func read(_ words: NamedText, for flow: Flow) throws(UsageError) -> Flow.NamedValue {
    let name = words.name
    guard let input = flow.inputs.first(where: { $0.name == name }) else {
      throw .unknown("input", name, among: flow.inputs.map(\.name))
    }
    guard let read = Self.value(words.text, input.kind) else {
      throw UsageError("the input '\(name)' must be a \(input.kind)")
    }
    if input.kind == .duration, let problem = input.problem(with: read) { throw UsageError(problem) }
    guard input.values.isEmpty || input.values.contains(read) else {
      let allowed = input.values.map(Self.text).joined(separator: ", ")
      throw UsageError("the input '\(name)' must be one of \(allowed)")
    }
    return Flow.NamedValue(name, read)
  }

  /// Placeholder values for the inputs without a value and without a default.
  static func placeholders(for flow: Flow, given: [Flow.NamedValue]) -> [Flow.NamedValue] {
    flow.inputs.filter { input in
      input.defaultValue == nil && !given.contains { $0.name == input.name }
    }.map { Flow.NamedValue($0.name, $0.placeholder) }
  }

  /// A value in the notation of the command line.
  static func text(_ value: JSONValue) -> String {
    value.string.flatMap { $0.isEmpty ? nil : $0 } ?? value.text()
  }

  private static func value(_ text: String, _ kind: Flow.Input.Kind) -> JSONValue? {
    switch kind {
    case .boolean: Bool(text).map(JSONValue.bool)
    case .string, .duration: .string(text)
    case .number: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }
  }
}

extension Flow {
  /// The names that accept a behaviour: all steps except groups, `feeds-*` for all elements of a repeated step, and
  /// `NAME.fallback` for remote fallbacks.
  fileprivate var namesOfWork: [String] {
    let steps = graph.steps.filter { $0.members == nil }.map { ($0.name, $0) }
    let elements = graph.steps.compactMap { step -> (String, Step)? in
      step.members?.first.flatMap { $0.isElement ? (step.name + String.everyElement, $0) : nil }
    }
    return (steps + elements).flatMap { name, step in
      step.fallback.contains { !$0.isLocal } ? [name, name + ".fallback"] : [name]
    }
  }

  fileprivate var namesOfAnswers: [String] {
    var seen: Set<String> = []
    let ofSteps = graph.steps.flatMap { $0.results.map(\.name) + $0.failures.map(\.name) }
    let ofServices = services.flatMap { $0.failures.map(\.name) }
    return (ofSteps + ofServices).filter { seen.insert($0).inserted }
  }
}
