/// A page that takes a step's value is not lost to one failed call, unless some rule says what happens then.
enum LandingWithoutFallback: Warning {
  static let code = DiagnosticCode.landingWithoutFallback
  /// Words that hold only where there is a value.
  private static let good = [Status.succeeded.rawValue, StatusGroup.available.rawValue]
  /// Words by which an author shows to have thought of the other case.
  private static let bad = [
    Status.failed.rawValue, Status.timedOut.rawValue, StatusGroup.unavailable.rawValue,
  ]

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    guard let last = flow.flow.landings.last, last.when == nil else { return }
    var told: Set<Int> = []
    for (position, landing) in flow.flow.landings.enumerated() {
      guard let condition = landing.when, landing.page != last.page else { continue }
      let path = JSONPointer(tokens: ["landings", String(position), "when"])
      for fact in demanded(condition, at: path) {
        guard let step = flow.stepIndex[fact.subject], !told.contains(step) else { continue }
        let document = flow.entries[step].step
        guard document.canHang, document.fallback.isEmpty,
          fact.words.allSatisfy({ $0.string.map(good.contains) ?? false }),
          uses.asked[step].isDisjoint(with: bad)
        else { continue }
        told.insert(step)
        report.add(
          "where \"\(fact.subject)\" fails, no rule speaks of it and the launch falls through to \"\(last.page)\"",
          at: fact.path, .key,
          hint: "give the step a \"fallback\", or add a rule for { \"\(fact.subject)\": \"unavailable\" }",
          notes: [Diagnostic.Note("it has no fallback", at: Place(flow.path(of: step), .key))])
      }
    }
  }

  /// The facts without which a condition cannot hold.
  private static func demanded(_ condition: Condition, at path: JSONPointer) -> [FlowIndex.Fact] {
    var facts: [FlowIndex.Fact] = []
    for term in condition.terms {
      switch term {
      case .fact(let subject, let words):
        facts.append(FlowIndex.Fact(subject: subject, words: words, path: path / subject))
      case .all(let nested):
        for (position, condition) in nested.enumerated() {
          facts += demanded(condition, at: path / "all" / position)
        }
      case .any, .not: break
      }
    }
    return facts
  }
}
