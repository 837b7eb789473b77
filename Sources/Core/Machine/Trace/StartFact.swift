import LaunchFlowModel

/// A fact at the start of a run, as far as its flow can distinguish facts. It contains only literals of the flow's
/// file, never other values.
package enum StartFact: Hashable, Sendable {
  /// The literal of the flow's file that an input equals, or the time that the input gives.
  case input(String, is: JSONValue)
  /// An input that equals none of the literals that the flow's file compares it with.
  case otherInput(String, than: [JSONValue])
  /// The value that a step found in a cache.
  case cache(String, step: String, Find)
  /// The offline switch was offline; nil means the whole app.
  case offline(domain: String?)

  /// The content of a cache for a step.
  package enum Find: Hashable, Sendable {
    case nothing
    /// A value, with its result if it has one.
    case value(result: String?)
  }
}

extension StartFact {
  /// The fact as JSON, for files.
  package var value: JSONValue {
    switch self {
    case .input(let name, let literal): ["input": .string(name), "is": literal]
    case .otherInput(let name, let literals): ["input": .string(name), "not": .array(literals)]
    case .cache(let cache, let step, let find):
      ["cache": .string(cache), "step": .string(step), "is": find.value]
    case .offline(let domain): ["offline": domain.map(JSONValue.string) ?? .bool(true)]
    }
  }

  /// Reads a fact; nil for anything else.
  package init?(_ value: JSONValue) {
    guard let object = value.object else { return nil }
    if let name = object["input"]?.string, let literal = object["is"], literal.isScalar {
      self = .input(name, is: literal)
    } else if let name = object["input"]?.string, let literals = object["not"]?.array,
      literals.allSatisfy({ $0.isScalar })
    {
      self = .otherInput(name, than: literals)
    } else if let cache = object["cache"]?.string, let step = object["step"]?.string,
      let find = object["is"].flatMap(Find.init)
    {
      self = .cache(cache, step: step, find)
    } else if let offline = object["offline"] {
      guard offline == true || offline.string != nil else { return nil }
      self = .offline(domain: offline.string)
    } else {
      return nil
    }
  }
}

extension StartFact.Find {
  fileprivate var value: JSONValue {
    switch self {
    case .nothing: false
    case .value(nil): true
    case .value(let result?): .string(result)
    }
  }

  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .bool(let isThere): self = isThere ? .value(result: nil) : .nothing
    case .string(let result): self = .value(result: result)
    case .null, .integer, .double, .array, .object: return nil
    }
  }
}

extension JSONValue {
  /// Whether the value is a text, a number or a truth value, as an input must be.
  fileprivate var isScalar: Bool {
    switch self {
    case .bool, .integer, .double, .string: true
    case .null, .array, .object: false
    }
  }
}

extension FlowPlan {
  /// The plan of the runs that began with these facts, with the times that inputs gave then.
  package func given(_ facts: [StartFact]) -> FlowPlan {
    guard flow.hasTimeInputs else { return self }
    var times: [String: Duration] = [:]
    for input in flow.inputs {
      for fact in facts {
        if case .input(input.name, let value) = fact { times[input.name] = input.time(of: value) }
      }
    }
    return given(times)
  }

  /// The facts of a snapshot, in the words of the flow's file.
  package func facts(of snapshot: RunSnapshot) -> [StartFact] {
    var facts: [StartFact] = []
    for input in flow.inputs where input.kind == .duration && input.minimum == input.maximum {
      guard let time = input.maximum else { continue }
      facts.append(.input(input.name, is: .string(time.documentText)))
    }
    for (index, literals) in inputLiterals.enumerated() where !literals.isEmpty {
      let (input, number) = (flow.inputs[index], Int(snapshot.inputs[index]))
      if literals.indices.contains(number) {
        facts.append(.input(input.name, is: literals[number]))
      } else if input.kind == .boolean {
        facts.append(.input(input.name, is: .bool(!literals.contains(true))))
      } else {
        facts.append(.otherInput(input.name, than: literals))
      }
    }
    for (index, reader) in readers.enumerated() {
      let step = Int(reader.step)
      let fact = StartFact.cache(
        flow.caches[Int(reader.cache)].name, step: stepNames[step],
        snapshot.reads[index] == RunSnapshot.absent
          ? .nothing : .value(result: name(snapshot.reads[index], of: step)))
      if !facts.contains(fact) { facts.append(fact) }
    }
    if snapshot.isOffline { facts.append(.offline(domain: nil)) }
    for (domain, isOffline) in zip(domains, snapshot.offlineDomains) where isOffline {
      facts.append(.offline(domain: domain))
    }
    return facts
  }
}
