import LaunchFlowModel

/// What a cache may hold at the start, as far as its readers see a difference. Content 0: no reader can use it.
struct CacheContents {
  /// One content: by reading step, the name of the value; a step that is missing cannot use it.
  typealias Content = [Int: String?]

  let name: String
  private(set) var contents: [Content] = [[:]]
  /// Set where the values to try are too many.
  private(set) var isTooLarge = false

  init(_ name: String, _ graph: StepGraph) {
    self.name = name
    let readers = graph.steps.indices.filter { Self.reads(graph.steps[$0], name) }
    var known: Set<[String]> = [readers.map { _ in "unusable" }]
    let predicates = readers.flatMap { reader -> [Predicate] in
      let step = graph.steps[reader]
      return (step.valid.map { [$0] } ?? []) + step.results.map(\.when)
    }
    guard !readers.isEmpty else { return }
    guard let values = Self.values(predicates) else {
      isTooLarge = true
      return
    }
    for value in values {
      var content: Content = [:]
      for reader in readers where graph.steps[reader].valid?.holds(for: value) ?? true {
        content[reader] = .some(graph.steps[reader].name(of: value))
      }
      let seen = readers.map { reader in
        content[reader].map { "named " + ($0 ?? "") } ?? "unusable"
      }
      if known.insert(seen).inserted { contents.append(content) }
    }
  }

  static func reads(_ step: Flow.Step, _ cache: String) -> Bool {
    ([step.work] + step.fallback.map(\.work)).contains { $0.cache == cache }
  }

  /// Values that pass and fail each test: for each place that is asked about each literal, and some others.
  private static func values(_ predicates: [Predicate]) -> [JSONValue]? {
    var places: [JSONPointer] = []
    var literals: [JSONPointer: [JSONValue]] = [:]
    func collect(_ predicate: Predicate) {
      if !places.contains(predicate.at) { places.append(predicate.at) }
      for test in predicate.tests {
        switch test {
        case .equals(let value): literals[predicate.at, default: []].append(value)
        case .isIn(let values): literals[predicate.at, default: []] += values
        case .hosts(let hosts):
          literals[predicate.at, default: []] += hosts.map { host in
            .string("https://" + (host.hasPrefix("*.") ? "a" + host.dropFirst() : host))
          }
        case .all(let parts), .any(let parts): for part in parts { collect(part) }
        case .not(let part): collect(part)
        case .exists, .nonEmpty, .status: break
        }
      }
    }
    for predicate in predicates { collect(predicate) }
    let others: [JSONValue?] = [nil, .string("~another"), "", .null, true, false, 0, 1, .array([])]
    var values: [JSONValue] = [.object(JSONObject())]
    for place in places where place != .whole {
      let choices = others + (literals[place] ?? []).map(Optional.some)
      guard values.count * choices.count <= 20_000 else { return nil }
      values = values.flatMap { value in
        choices.map { choice in choice.map { value.merging(JSONValue(holding: $0, at: place)) } ?? value }
      }
    }
    return values + others.compactMap(\.self) + (literals[.whole] ?? [])
  }
}

extension JSONValue {
  /// An object with the members of another one, at every depth.
  fileprivate func merging(_ other: JSONValue) -> JSONValue {
    guard case .object(var object) = self, case .object(let added) = other else { return other }
    for member in added.members {
      object[member.name] = object[member.name]?.merging(member.value) ?? member.value
    }
    return .object(object)
  }
}

extension Flow.Step {
  /// The name of a value: that of the first result whose test it passes.
  func name(of value: JSONValue) -> String? {
    results.first { $0.when.holds(for: value) }?.name
  }
}
