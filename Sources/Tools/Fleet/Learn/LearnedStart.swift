import LaunchFlowAuthoring
import LaunchFlowMachine

/// The start that most launches had. Records contain no values, so values are taken from a base or made up.
struct LearnedStart {
  let plan: FlowPlan
  /// How many launches had which facts.
  let facts: [StartFact: Int]
  let base: Scenario

  var inputs: [Flow.NamedValue] {
    plan.flow.inputs.map { input in
      // The literal that it most often was.
      let literal = mostCommon { fact -> JSONValue?? in
        switch fact {
        case .input(input.name, let literal): .some(literal)
        case .otherInput(input.name, _): .some(nil)
        case .input, .otherInput, .cache, .offline: nil
        }
      }
      return Flow.NamedValue(input.name, (literal ?? nil) ?? given(input) ?? input.placeholder)
    }
  }

  /// What most launches had, of the facts that say something; of equally many, the first by its text.
  private func mostCommon<Said>(_ say: (StartFact) -> Said?) -> Said? {
    facts.compactMap { fact, count in say(fact).map { (said: $0, count: count, text: "\($0)") } }
      .max { ($0.count, $1.text) < ($1.count, $0.text) }?.said
  }

  private func given(_ input: Flow.Input) -> JSONValue? {
    base.inputs.first { $0.name == input.name }?.value ?? input.defaultValue
  }

  /// Of each cache: a value in which its readers find what most launches found.
  var caches: [Scenario.CachedValue] {
    plan.flow.caches.enumerated().compactMap { index, cache in
      let readers = plan.readers.filter { Int($0.cache) == index }
      let wanted = readers.map { reader in
        mostCommon { fact in
          if case .cache(cache.name, step: plan.stepNames[Int(reader.step)], let find) = fact {
            find
          } else {
            nil
          }
        }
      }
      let given = base.caches.first { $0.cache == cache.name }?.value
      guard !wanted.allSatisfy({ $0 == nil }) else {
        return given.map { Scenario.CachedValue(cache.name, $0) }
      }
      // One that is there although a reader found nothing was too old or not valid.
      guard wanted.contains(where: { $0 != nil && $0 != .nothing }) else {
        return Scenario.CachedValue(cache.name, nil)
      }
      let fitting = ([given].compactMap(\.self) + Self.made).first { value in
        zip(readers, wanted).allSatisfy { reader, find in
          let read = plan.read(CachedValue(.known(value)), by: reader)
          return switch find {
          case nil: true
          case .nothing?: read == RunSnapshot.absent
          case .value(let result)?:
            read != RunSnapshot.absent && plan.name(read, of: Int(reader.step)) == result
          }
        }
      }
      return Scenario.CachedValue(cache.name, fitting ?? given ?? Self.made[0])
    }
  }

  /// Values of the common kinds.
  private static let made: [JSONValue] = [["made": "up"], "made up", [1], 1, true]
}
