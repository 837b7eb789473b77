import LaunchFlow

// The parts that this version of the app provides for a flow: the bundled flow's inputs, caches, signals and
// environments, the pages that it can show, and the registered actions.
extension Judge {
  /// The parts that a flow needs and the app lacks, in file order.
  package func gaps(of flow: Flow) -> [String] {
    var gaps = flow.actionNames.filter { !actions.contains($0) }.map { "the app has no action \"\($0)\"" }
    gaps += flow.pages.map(\.name).filter { !pages.contains($0) }.map { "the app has no page \"\($0)\"" }
    gaps += flow.signals.filter { !bundled.signals.contains($0) }.map { "the app gives no signal \"\($0)\"" }
    let places = Self.places(flow.inputs.map(\.name))
    gaps += bundled.inputs.compactMap { given in
      guard let input = places[given.name].map({ flow.inputs[$0] }) else {
        return "the flow does not declare the input \"\(given.name)\", which the app gives"
      }
      return gap(of: input, given)
    }
    let given = Self.places(bundled.inputs.map(\.name))
    for input in flow.inputs where input.defaultValue == nil && given[input.name] == nil {
      gaps.append("the app does not give the input \"\(input.name)\", which has no default")
    }
    let kept = Self.places(bundled.caches.map(\.name))
    for cache in flow.caches {
      guard let own = kept[cache.name].map({ bundled.caches[$0] }) else {
        gaps.append("the app has no cache \"\(cache.name)\"")
        continue
      }
      // At logout the app clears the scopes that it knows.
      if own.scope != cache.scope { gaps.append("the cache \"\(cache.name)\" has another scope") }
    }
    if bundled.environments != flow.environments { gaps.append("the environments differ from the app's") }
    return gaps
  }

  /// The positions of names, since a flow may have very many.
  private static func places(_ names: [String]) -> [String: Int] {
    Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// The reason why the flow does not accept every value that the app may give; nil if it does.
  private func gap(of input: Flow.Input, _ given: Flow.Input) -> String? {
    if input.kind != given.kind { return "the input \"\(input.name)\" has another type" }
    var takesAll =
      input.values.isEmpty || !given.values.isEmpty && Set(input.values).isSuperset(of: given.values)
    if let given = given.maximum, let own = input.maximum, given > own { takesAll = false }
    if let given = given.minimum, let own = input.minimum, given < own { takesAll = false }
    if !takesAll { return "the input \"\(input.name)\" does not take every value that the app may give" }
    return input.defaultValue == nil && given.defaultValue != nil
      ? "the input \"\(input.name)\" no longer has a default" : nil
  }
}
