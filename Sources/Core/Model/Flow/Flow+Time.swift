extension Flow {
  /// A time in a file: written out, or given by an input of the type `duration`.
  struct Time {
    /// Zero for an input, whose longest time is known only with the whole flow.
    var duration = Duration.zero
    var input: String?
  }
}

extension Flow.Step {
  /// A key of a step whose value an input may give.
  package enum TimeKey: Sendable {
    case timeout, deadline, useFallbackAfter, wait, retryDelay

    /// The key's path below the step.
    package var tokens: [String] {
      switch self {
      case .timeout: ["timeout"]
      case .deadline: ["deadline"]
      case .useFallbackAfter: ["useFallbackAfter"]
      case .wait: ["await"]
      case .retryDelay: ["retry", "delay"]
      }
    }
  }

  package struct GivenTime {
    package var key: TimeKey
    package var input: String
  }

  /// The times that inputs give, in the order of the format.
  @inline(__always)
  package var timesFromInputs: [GivenTime] {
    var given: [GivenTime] = []
    func add(_ key: TimeKey, _ input: String?) {
      if let input { given.append(GivenTime(key: key, input: input)) }
    }
    if case .wait(.time(_, let input)) = work { add(.wait, input) }
    add(.timeout, timeInputs.timeout)
    add(.deadline, timeInputs.deadline)
    add(.useFallbackAfter, timeInputs.useFallbackAfter)
    add(.retryDelay, retry?.delayInput)
    return given
  }

  /// Replaces each time that an input gives by the input's longest time.
  fileprivate mutating func take(_ longest: [String: Duration]) {
    for given in timesFromInputs {
      guard let time = longest[given.input] else { continue }
      switch given.key {
      case .timeout: timeout = time
      case .deadline: deadline = time
      case .useFallbackAfter: useFallbackAfter = time
      case .wait: work = .wait(.time(time, from: given.input))
      case .retryDelay: retry?.delay = time
      }
    }
    guard case .group(var members) = work else { return }
    for index in members.indices { members[index].take(longest) }
    work = .group(members)
  }
}

extension Flow {
  package var hasTimeInputs: Bool { inputs.contains { $0.kind == .duration } }

  mutating func takeLongestTimes() {
    guard hasTimeInputs else { return }
    var times: [String: Duration] = [:]
    for input in inputs where input.kind == .duration { times[input.name] = input.maximum ?? .zero }
    for index in steps.indices { steps[index].take(times) }
  }

  /// The same flow with these times as the only ones that inputs give.
  package func given(_ times: [String: Duration]) -> Flow {
    var flow = self
    for index in flow.inputs.indices {
      guard let time = times[flow.inputs[index].name] else { continue }
      (flow.inputs[index].minimum, flow.inputs[index].maximum) = (time, time)
    }
    flow.takeLongestTimes()
    return flow
  }
}

extension Flow.Input {
  /// The time that a value gives, no shorter and no longer than the input allows; nil for an input of another type.
  package func time(of value: JSONValue) -> Duration? {
    guard kind == .duration, let maximum else { return nil }
    let time = value.string.flatMap { Duration(documentText: $0) } ?? maximum
    return min(max(time, minimum ?? .zero), maximum)
  }
}
