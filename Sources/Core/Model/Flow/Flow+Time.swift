extension Flow {
  /// A time in a file: written out, or given by an input of the type `duration`.
  package enum Time: Sendable {
    case fixed(Duration)
    case input(String)

    /// The time of a property, which is the longest time if an input gives it.
    init?(_ longest: Duration?, from input: String?) {
      if let input {
        self = .input(input)
      } else if let longest {
        self = .fixed(longest)
      } else {
        return nil
      }
    }

    /// The time that is written out. The longest time of an input is known only with the whole flow.
    var duration: Duration { if case .fixed(let time) = self { time } else { .zero } }

    var input: String? { if case .input(let name) = self { name } else { nil } }
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
