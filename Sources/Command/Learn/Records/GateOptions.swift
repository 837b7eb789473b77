import LaunchFlowFleet
import LaunchFlowTimeline

/// The options of a gate; `replay` and `compare --records` share them.
enum GateOptions {
  static let gate = Option<String>.text("gate", "RULE").repeatable
  static let risk = Option<Int>.wholeNumber("risk", "PERCENT", atLeast: 1, atMost: 50)

  /// The gate that a command line asks for, on a flow with these pages.
  static func gate(_ given: Given, pages: [String]) throws(UsageError) -> Gate {
    var rules: [GateRule] = []
    for text in given.all(gate) {
      do throws(InvalidText) {
        rules.append(try GateRule(text, pages: pages))
      } catch {
        throw UsageError("--gate: \(error)")
      }
    }
    return Gate(rules, risk: Double(given[risk] ?? 5) / 100)
  }

  /// The rules with their verdicts, for a picture.
  static func rules(_ gate: Gate, _ verdicts: [Gate.Verdict]) -> [MeasuredComparison.Rule] {
    zip(gate.rules, verdicts).map { rule, verdict in
      (rule.text, verdict == .holds ? true : verdict == .fails ? false : nil, text(verdict))
    }
  }

  private static let failed = Findings.Rule(
    id: "failed-gate", title: "Failed rule of a gate", what: "The launches do not keep a rule of '--gate'.",
    fix: "Correct the flow, or change the rule.")
  private static let undecided = Findings.Rule(
    id: "undecided-gate", title: "Rule of a gate that is not decided",
    what: "The launches do not tell whether a rule of '--gate' holds.", fix: "Record more launches.")

  /// A check for each rule.
  static func findings(_ gate: Gate, _ verdicts: [Gate.Verdict], of path: String, flow: String) -> Findings {
    let checks = zip(gate.rules, verdicts).map { rule, verdict in
      let finding = Findings.Finding(
        rule: verdict == .fails ? failed : undecided, message: "\(rule.text): \(text(verdict))")
      return Findings.Check(name: rule.text, findings: verdict == .holds ? [] : [finding])
    }
    return Findings(files: [.init(path: path, subject: flow, checks: checks)])
  }

  /// A verdict in words.
  private static func text(_ verdict: Gate.Verdict) -> String {
    switch verdict {
    case .holds: "holds"
    case .fails: "fails"
    case .launchesMissing: "cannot tell: launches are missing"
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

extension MeasuredComparison.Figure {
  init(_ name: String, _ kind: Kind, _ found: Estimate) {
    // A call that was cut was silent for a nanosecond more than it took, which nobody wants to read.
    func rounded(_ value: Double) -> Double { kind == .time ? (value / 1_000).rounded() * 1_000 : value }
    self.init(
      name, kind, before: rounded(found.before), after: rounded(found.after),
      worst: found.worst == found.after ? nil : rounded(found.worst),
      least: found.change.least.isFinite ? rounded(found.change.least) : nil,
      most: found.change.most.isFinite ? rounded(found.change.most) : nil)
  }

  /// Figures with intervals that together miss the truth at most so often.
  ///
  /// - Parameters:
  ///   - times: The landing times by name.
  ///   - pages: The pages with their indices.
  static func all(
    times: [(String, Double)], pages: [(index: Int, name: String)], risk: Double,
    of launches: some ComparedLaunches
  ) -> [Self] {
    typealias Asked = (name: String, kind: Kind, figure: GateRule.Figure)
    var all = times.map { name, share -> Asked in (name, .time, .time(share)) }
    all.append(("degraded", .degraded, .degraded))
    var others: [Asked] = [("cancelled", .cancelled, .cancelled), ("unfinished", .unfinished, .unfinished)]
    others += pages.map { index, name in (name, .page, .page(index)) }
    all += others.filter { launches.has($0.figure) }
    return all.map { .init($0.name, $0.kind, launches.estimate($0.figure, risk: risk / Double(all.count))) }
  }
}
