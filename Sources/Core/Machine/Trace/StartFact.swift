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

  package enum Find: Hashable, Sendable {
    case nothing
    case value(result: String?)
  }
}

extension FlowPlan {
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
