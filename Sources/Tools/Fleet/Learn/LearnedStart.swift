// The start that most launches had. Records contain no values, so values are taken from a base or made up.
extension Learner {
  func inputs(_ base: Scenario) -> [Flow.NamedValue] {
    plan.flow.inputs.map { input in
      let literal = mostCommon { fact -> JSONValue?? in
        if case .input(input.name, let literal) = fact { return .some(literal) }
        if case .otherInput(input.name, _) = fact { return .some(nil) }
        return nil
      }
      let given = base.inputs.first { $0.name == input.name }?.value ?? input.defaultValue
      return Flow.NamedValue(input.name, (literal ?? nil) ?? given ?? input.placeholder)
    }
  }

  /// What most launches had, of the facts that say something; of equally many, the first by its text.
  private func mostCommon<Said>(_ say: (StartFact) -> Said?) -> Said? {
    facts.compactMap { fact, count in say(fact).map { (said: $0, count: count, text: "\($0)") } }
      .max { ($0.count, $1.text) < ($1.count, $0.text) }?.said
  }

  /// Of each cache: a value in which its readers find what most launches found.
  func caches(_ base: Scenario) -> [Scenario.CachedValue] {
    plan.flow.caches.enumerated().compactMap { index, cache in
      let given = base.caches.first { $0.cache == cache.name }
      let found = plan.readers.filter { Int($0.cache) == index }.compactMap { reader in
        mostCommon { fact -> StartFact.Find? in
          if case .cache(cache.name, plan.stepNames[Int(reader.step)], let find) = fact { find } else { nil }
        }.map { (reader: reader, find: $0) }
      }
      guard !found.isEmpty else { return given }
      let values = [nil, given?.value] + Self.made
      let fitting = values.first { value in
        found.allSatisfy { reader, find in
          let read = value.map { plan.read(CachedValue(.known($0)), by: reader) } ?? RunSnapshot.absent
          let result = plan.name(read, of: Int(reader.step))
          return find == (read == RunSnapshot.absent ? .nothing : .value(result: result))
        }
      }
      return .init(cache.name, fitting ?? given?.value ?? Self.made[0])
    }
  }

  /// Values of the common kinds.
  private static let made: [JSONValue?] = [["made": "up"], "made up", [1], 1, true]
}
