/// Proves bounds for all runs of a switch's scenario, or finds a run that exceeds one.
///
/// The script of faults is fixed. Each answer may take any time up to its time-out, and each random wait any
/// time up to its longest.
package struct SwitchProof: Sendable {
  package enum Verdict: Equatable, Sendable {
    case holds
    /// This scenario breaks it when it is simulated.
    case broken(SwitchScenario)
    /// The reason is nil if the search ended too early.
    case open(String?)
  }

  /// A promise, or a figure without one.
  package struct Finding: Equatable, Sendable {
    /// Its key in documents.
    package var figure: String
    /// The bound as documents write it; nil without a promise.
    package var promise: String?
    /// The greatest value found in a run, as text: `never` for a time without an end; nil if nothing was measured.
    package var most: String?
    /// nil without a promise.
    package var verdict: Verdict?
  }

  package struct Report: Equatable, Sendable {
    package var scenario: String
    /// The promises in the order of documents, then the figures without one.
    package var findings: [Finding]
    package var steps: Int
    /// The reason why not all runs were searched; nil if all were.
    package var incompleteness: Incompleteness?

    package var isRefuted: Bool {
      findings.contains { if case .broken = $0.verdict { true } else { false } }
    }

    package var isProved: Bool {
      incompleteness == nil && findings.allSatisfy { $0.verdict == nil || $0.verdict == .holds }
    }
  }

  private let plan: SwitchPlan
  private let scenario: SwitchScenario

  /// Fits a scenario, laid over the defaults of its file, to a switch.
  ///
  /// - Throws: `InvalidScenario` if it names something that the switch does not have, or if it is impossible.
  package init(_ plan: SwitchPlan, _ scenario: SwitchScenario) throws(InvalidScenario) {
    self.plan = plan
    self.scenario = scenario
    _ = try SwitchSimulation(plan, scenario)
  }

  /// Searches every run.
  ///
  /// - Parameter shouldStop: Called about ten times a second; true ends the search.
  package func report(
    _ budget: Budget = Budget(), shouldStop: @escaping (Verifier.Progress) -> Bool = { _ in false }
  ) -> Report {
    let name = scenario.name ?? ""
    guard let transitions = SwitchTransitions(plan, scenario) else {
      return Report(
        scenario: name, findings: findings(nil), steps: 0,
        incompleteness: .obstacle("it has more than \(SwitchTransitions.mostRows) events"))
    }
    var search = SwitchSearch(transitions)
    search.search(budget) { shouldStop(Verifier.Progress(expanded: $0, found: $1)) }
    return Report(
      scenario: name, findings: findings(search), steps: search.steps.count,
      incompleteness: search.incompleteness)
  }

  private func findings(_ search: SwitchSearch?) -> [Finding] {
    let all = SwitchScenario.Figure.allCases.filter { $0 != .probesPerHour }.map { finding($0, search) }
    return all.filter { $0.promise != nil } + all.filter { $0.promise == nil }
  }

  private func finding(_ figure: SwitchScenario.Figure, _ search: SwitchSearch?) -> Finding {
    let most = search?.most[figure]
    let cut = search?.cut[figure]
    let isEndless = cut != nil || most?.value == .max
    let promise = scenario.promises.first { $0.figure == figure }?.bound
    var finding = Finding(
      figure: figure.rawValue,
      promise: promise.map { $0.comparison.rawValue + figure.text($0.value) },
      most: isEndless ? "never" : most.map { Self.text($0.value, figure) })
    guard let promise else { return finding }
    finding.verdict = .open(nil)
    if let search,
      let most = [most, cut].compactMap(\.self).first(where: { !promise.holds(for: Double($0.value)) })
    {
      let found = SwitchRunPath(search, to: most).scenario(scenario, named: "breaks-\(figure.rawValue)")
      finding.verdict =
        found.flatMap { breaks($0, figure, promise) ? .broken($0) : nil }
        ?? .open("a run was found that may break it, but it could not be written down")
    } else if let search, search.incompleteness == nil {
      let end = figure == .detect ? "offline" : "online again"
      finding.verdict =
        cut == nil
        ? .holds : .open("the scenario ends before every run is \(end); give it a longer \"length\"")
    }
    return finding
  }

  private static func text(_ value: Int64, _ figure: SwitchScenario.Figure) -> String {
    figure.isTime ? Duration.nanoseconds(value).boundText : String(value)
  }

  private func breaks(
    _ found: SwitchScenario, _ figure: SwitchScenario.Figure, _ promise: Scenario.Expectation.Bound<Double>
  ) -> Bool {
    guard let simulation = try? SwitchSimulation(plan, found) else { return false }
    return simulation.run().trace.figures.value(of: figure).map { !promise.holds(for: $0) } ?? false
  }
}
