import LaunchFlowFleet
import LaunchFlowTimeline

/// The verdicts of a gate: in words, as findings, and as an exit status.
enum GateReport {
  /// Adds the rules with their verdicts to a picture.
  static func add(_ gate: Gate, _ verdicts: [Gate.Verdict], to comparison: inout MeasuredComparison) {
    comparison.rules = zip(gate.rules, verdicts).map { rule, verdict in
      (rule.text, verdict == .holds ? true : verdict == .fails ? false : nil, text(verdict))
    }
    comparison.ruleRisk = gate.risk
  }

  private static let failed = Findings.Rule(
    id: "failed-gate", title: "Failed rule of a gate", what: "The launches do not keep a rule of '--gate'.",
    fix: "Correct the flow, or change the rule.")
  private static let undecided = Findings.Rule(
    id: "undecided-gate", title: "Rule of a gate that is not decided",
    what: "The launches are too few to decide a rule of '--gate'.", fix: "Record more launches.")

  static func findings(_ gate: Gate, _ verdicts: [Gate.Verdict], of path: String, flow: String) -> Findings {
    let checks = zip(gate.rules, verdicts).map { rule, verdict in
      let finding = Findings.Finding(
        rule: verdict == .fails ? failed : undecided, message: "\(rule.text): \(text(verdict))")
      return Findings.Check(name: rule.text, findings: verdict == .holds ? [] : [finding])
    }
    return Findings(files: [.init(path: path, subject: flow, checks: checks)])
  }

  private static func text(_ verdict: Gate.Verdict) -> String {
    switch verdict {
    case .holds: "holds"
    case .fails: "fails"
    case .launchesMissing: "not decided: launches are missing"
    case .undecided(nil): "not decided"
    case .undecided(let more?): "not decided: about \(Counting.grouped(rounded(more))) more launches"
    }
  }

  /// To two digits, since more are of no use.
  private static func rounded(_ number: Int) -> Int {
    var (digits, scale) = (number, 1)
    while digits >= 100 { (digits, scale) = ((digits + 9) / 10, scale * 10) }
    return digits * scale
  }

  /// A failed rule is a problem, and one that is not decided is not fine.
  static func status(_ verdicts: [Gate.Verdict]) -> ExitStatus {
    if verdicts.contains(.fails) { return .problemsFound }
    return verdicts.allSatisfy { $0 == .holds } ? .fine : .couldNotRun
  }
}
