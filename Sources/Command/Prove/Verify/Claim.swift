import LaunchFlowAuthoring

/// A claim about a flow or a switch: a line of the report, and a finding unless it holds.
struct Claim {
  enum Verdict {
    case holds, broken, open
    /// A part that no run reaches.
    case unreached
  }

  /// The check to which it belongs among the findings.
  var check: String
  var verdict: Verdict
  var text: String
  /// The finding's message, if it is not the text.
  var message: String?
  /// The rule that it breaks if it does not hold.
  var rule = Findings.Rule.brokenPromise
  var path: JSONPointer
  /// The lines beneath it.
  var details: [String] = []

  func lines(isASCII: Bool) -> [String] { [sign(isASCII) + " " + text] + details }

  private func sign(_ isASCII: Bool) -> String {
    switch verdict {
    case .holds: isASCII ? "ok" : "✓"
    case .broken: isASCII ? "NO" : "✗"
    case .open: "?"
    case .unreached: isASCII ? "!" : "△"
    }
  }

  fileprivate func finding(_ json: JSONDocument?) -> Findings.Finding? {
    let rule: Findings.Rule
    switch verdict {
    case .holds: return nil
    case .broken: rule = self.rule
    case .open: rule = .undecidedClaim
    case .unreached: rule = .unreachedPart
    }
    return Findings.Finding(rule: rule, place: json?.nearestPlace(to: path), message: message ?? text)
  }
}

extension [Claim] {
  func checks(of file: DocumentFile, at json: JSONDocument?) -> [Findings.Check] {
    let again = ["launchflow", "verify", file.path].map(ShellWord.quoted).joined(separator: " ")
    var checks: [Findings.Check] = []
    for claim in self {
      if checks.last?.name != claim.check {
        checks.append(Findings.Check(name: claim.check, findings: [], again: again))
      }
      checks[checks.count - 1].findings += [claim.finding(json)].compactMap(\.self)
    }
    return checks
  }
}

extension Findings.Rule {
  static let lateLanding = Findings.Rule(
    id: "late-landing", title: "Run that lands too late",
    what: "A run of the flow does not land in time.",
    fix: "Shorten time-outs, or add a landing rule or a fallback.")
  static let brokenPromise = Findings.Rule(
    id: "broken-promise", title: "Broken promise", what: "A run breaks a promise of the file.",
    fix: "Correct the flow or switch, or change the promise.")
  static let undecidedClaim = Findings.Rule(
    id: "undecided-claim", title: "Claim that is not decided",
    what: "The exploration ended within its limits before it could decide.",
    fix: "Allow it more states, memory or time.")
  static let unreachedPart = Findings.Rule(
    id: "unreached-part", title: "Part that no run reaches", what: "No run of the flow uses this part.",
    fix: "Remove the part, or correct what keeps runs from it.", severity: .warning)
}
