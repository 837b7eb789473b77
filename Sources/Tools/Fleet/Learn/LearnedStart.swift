import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowModel

/// The start that most launches had. Records contain no values, so values are taken from a base or made up.
struct LearnedStart {
  private let plan: FlowPlan
  private let facts: [StartFact: Int]
  private let base: Scenario

  init(_ plan: FlowPlan, _ facts: [StartFact: Int], _ base: Scenario) {
    self.plan = plan
    self.facts = facts
    self.base = base
  }

  var inputs: [Flow.NamedValue] {
    plan.flow.inputs.map { input in
      Flow.NamedValue(input.name, mostCommon(input.name) ?? given(input) ?? input.placeholder)
    }
  }

  /// The literal that an input most often was.
  private func mostCommon(_ name: String) -> JSONValue? {
    var found: [(value: JSONValue?, text: String, count: Int)] = []
    for (fact, count) in facts {
      switch fact {
      case .input(name, let literal): found.append((literal, literal.text(), count))
      case .otherInput(name, _): found.append((nil, "", count))
      case .input, .otherInput, .cache, .offline: continue
      }
    }
    return found.max { ($0.count, $1.text) < ($1.count, $0.text) }?.value
  }

  private func given(_ input: Flow.Input) -> JSONValue? {
    base.inputs.first { $0.name == input.name }?.value ?? input.defaultValue
  }

  /// Of each cache: a value in which its readers find what most launches found.
  var caches: [Scenario.CachedValue] {
    plan.flow.caches.enumerated().compactMap { index, cache in
      let readers = plan.readers.filter { Int($0.cache) == index }
      let wanted = readers.map { mostCommon(cache.name, plan.stepNames[Int($0.step)]) }
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

  private func mostCommon(_ cache: String, _ step: String) -> StartFact.Find? {
    var best: (find: StartFact.Find, count: Int, text: String)?
    for (fact, count) in facts {
      guard case .cache(cache, step: step, let find) = fact else { continue }
      let text = "\(find)"
      guard let known = best, (known.count, text) >= (count, known.text) else {
        best = (find, count, text)
        continue
      }
    }
    return best?.find
  }
}
