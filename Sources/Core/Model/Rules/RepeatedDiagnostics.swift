extension Flow {
  /// The diagnostics without those that say of an element of `each` what another one says of an earlier element.
  package func withoutRepeats(_ found: [Diagnostic]) -> [Diagnostic] {
    let later = found.isEmpty ? [:] : laterElements
    guard !later.isEmpty else { return found }
    let graph = self.graph
    let repeated = Set(graph.steps.indices.filter { graph.steps[$0].isElement }.map { graph.path(of: $0) })
    var seen: Set<String> = []
    return found.filter { diagnostic in
      var place = diagnostic.place
      place.path.tokens = place.path.tokens.map { later[$0] ?? $0 }
      // Within a repeated step the elements have the same place, and one message is enough for it.
      let tokens = place.path.tokens
      let isWithin = tokens.indices.contains { repeated.contains(JSONPointer(tokens: Array(tokens[...$0]))) }
      let quoted = isWithin ? [] : diagnostic.message.split(separator: "\"", omittingEmptySubsequences: false)
      let message = quoted.map { later[String($0)] ?? String($0) }.joined(separator: "\"")
      return seen.insert(Diagnostic(diagnostic.code, message, at: place).key).inserted
    }
  }

  /// The names of elements but the first of each step or cache, with the first one's name.
  private var laterElements: [String: String] {
    let graph = self.graph
    var first: [String: String] = [:]
    for step in graph.steps.indices where graph.steps[step].isElement {
      guard let group = graph.parents[step], step > group + 1 else { continue }
      first[graph.steps[step].name] = graph.steps[group + 1].name
    }
    var families: [String: String] = [:]
    for cache in caches {
      guard let family = cache.family else { continue }
      if let earliest = families[family] {
        first[cache.name] = earliest
      } else {
        families[family] = cache.name
      }
    }
    return first
  }
}
