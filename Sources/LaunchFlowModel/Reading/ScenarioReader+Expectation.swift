extension DocumentReader {
  private static let expectationKeys =
    ["landing", "within", "degraded", "cancelled", "notice", "steps", "order"]
    + Scenario.Expectation.Figure.allCases.map(\.rawValue)

  func expectation(_ node: Int) -> Scenario.Expectation {
    var expectation = Scenario.Expectation()
    guard let fields = fields(of: node, Self.expectationKeys) else { return expectation }
    expectation.landing = fields["landing"].flatMap { expectedLanding($0) }
    expectation.within = duration(fields["within"])
    expectation.degraded = bool(fields["degraded"])
    expectation.cancelled = bool(fields["cancelled"])
    expectation.notice = string(fields["notice"])
    expectation.steps = members(fields["steps"]).map { expectedStep($0.name, $0.node) }
    expectation.order = strings(fields["order"]) ?? []
    for figure in Scenario.Expectation.Figure.allCases {
      guard let node = fields[figure.rawValue], let bound = durationBound(node) else { continue }
      expectation.figures.append(Scenario.Expectation.FigureBound(figure, bound))
    }
    return expectation
  }

  /// A page, a list of pages, or bounds of pages' shares.
  private func expectedLanding(_ node: Int) -> Scenario.Expectation.Landing? {
    switch kind(node) {
    case .string: return string(node).map { .anyOf([$0]) }
    case .array: return strings(node).map { .anyOf($0) }
    case .object:
      return .shares(
        members(node).compactMap { member in
          shareBound(member.node).map { Scenario.Expectation.Share(member.name, $0) }
        })
    default:
      mismatch("a page, a list of pages, or an object with their shares", at: node)
      return nil
    }
  }

  private func expectedStep(_ name: String, _ node: Int) -> Scenario.Expectation.Step {
    switch kind(node) {
    case .string, .array: return Scenario.Expectation.Step(name, outcome: words(node))
    case .object:
      guard let fields = fields(of: node, ["is", "source", "attempts"]) else {
        return Scenario.Expectation.Step(name)
      }
      return Scenario.Expectation.Step(
        name, outcome: fields["is"].flatMap { words($0) }, source: word(fields["source"]),
        attempts: integer(fields["attempts"]))
    default:
      mismatch("a word, a list of words, or an object", at: node)
      return Scenario.Expectation.Step(name)
    }
  }

  /// A word or a list of words.
  private func words(_ node: Int) -> [String]? {
    kind(node) == .array ? strings(node) : string(node).map { [$0] }
  }

  private func shareBound(_ node: Int) -> Scenario.Expectation.Bound<Double>? {
    guard let (comparison, rest) = comparison(node, example: ">=0.99") else { return nil }
    guard let share = try? JSONValue(parsing: rest).number else {
      report(.badValue, "\"\(rest)\" is no share", at: node, hint: "write it like \">=0.99\"")
      return nil
    }
    return Scenario.Expectation.Bound(comparison, share)
  }

  func durationBound(_ node: Int) -> Scenario.Expectation.Bound<Duration>? {
    guard let (comparison, rest) = comparison(node, example: "<=9s") else { return nil }
    guard let duration = Duration(documentText: rest) else {
      report(.badDuration, "\"\(rest)\" is no duration", at: node, hint: "write it like \"<=9s\"")
      return nil
    }
    return Scenario.Expectation.Bound(comparison, duration)
  }

  /// The comparison at the front of a bound, and what follows it.
  func comparison(
    _ node: Int, example: String
  ) -> (Scenario.Expectation.Comparison, String)? {
    guard let text = json.string(of: node) else {
      mismatch("a bound such as \"\(example)\"", at: node)
      return nil
    }
    // Longer signs first, or `>` would be found in `>=`.
    let signs = Scenario.Expectation.Comparison.allCases.sorted {
      $0.rawValue.utf8.count > $1.rawValue.utf8.count
    }
    guard let sign = signs.first(where: { text.hasPrefix($0.rawValue) }) else {
      report(
        .badValue, "a bound begins with >=, <=, >, < or ==", at: node, hint: "write it like \"\(example)\"")
      return nil
    }
    return (sign, String(text.dropFirst(sign.rawValue.count).drop { $0 == " " }))
  }
}
