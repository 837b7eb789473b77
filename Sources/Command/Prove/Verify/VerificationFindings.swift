import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowVerifier

/// A verification as findings: the landing, each promise, and the parts of the flow that no run reaches.
struct VerificationFindings {
  private let plan: FlowPlan
  private let source: DocumentFile
  private let json: JSONDocument?

  init(_ plan: FlowPlan, _ file: DocumentFile) {
    self.plan = plan
    source = file
    json = try? JSONDocument(file.source)
  }

  /// The command that draws the runs behind the findings.
  static func again(_ file: DocumentFile) -> String {
    ["launchflow", "verify", file.path].map(ShellWord.quoted).joined(separator: " ")
  }

  func file(_ verification: Verification) -> Findings.File {
    let again = Self.again(source)
    var checks = [Findings.Check(name: "every run lands", findings: landing(verification), again: again)]
    for (index, promise) in verification.promises.enumerated() {
      let claim = "promise \(index + 1): \(PromiseText.text(promise.promise))"
      let found = finding(promise.verdict, claim, .brokenPromise, at: .whole / "promises" / index)
      checks.append(Findings.Check(name: claim, findings: [found].compactMap(\.self), again: again))
    }
    checks.append(Findings.Check(name: "runs reach every part", findings: parts(verification), again: again))
    return Findings.File(path: source.path, subject: verification.flow, checks: checks)
  }

  private func landing(_ verification: Verification) -> [Findings.Finding] {
    let lands = finding(verification.lands, "every run lands", .lateLanding, at: Self.deadline)
    if let lands { return [lands] }
    let deadline = "the deadline is \(Duration.nanoseconds(verification.deadline).boundText)"
    guard let worst = verification.worstCase, verification.latestBy != nil else {
      return [finding(.undecidedClaim, "the latest landing is not proved; \(deadline)", at: Self.deadline)]
    }
    guard worst.bound > verification.deadline else { return [] }
    let time = Duration.nanoseconds(worst.bound).boundText
    return [
      finding(
        .lateLanding, "the latest landing is at \(time), on \(worst.page); \(deadline)", at: Self.deadline)
    ]
  }

  private func parts(_ verification: Verification) -> [Findings.Finding] {
    let never = verification.unreachable.map {
      finding(.unreachedPart, VerificationText.words($0), at: place($0))
    }
    let cancelled = verification.onlyCancelled.map {
      finding(.unreachedPart, "unless the run is cancelled, \(VerificationText.words($0))", at: place($0))
    }
    let unseen = verification.unseen.map {
      finding(
        .undecidedClaim, "\(VerificationText.words($0)): neither proved nor refuted so far", at: place($0))
    }
    return never + cancelled + unseen
  }

  private func finding(
    _ verdict: Verification.Verdict, _ claim: String, _ broken: Findings.Rule, at path: JSONPointer
  ) -> Findings.Finding? {
    switch verdict {
    case .holds: nil
    case .broken: finding(broken, "does not hold: \(claim)", at: path)
    case .brokenByCancellation:
      finding(broken, "does not hold: \(claim) (it holds unless the run is cancelled)", at: path)
    case .open: finding(.undecidedClaim, "neither proved nor refuted: \(claim)", at: path)
    }
  }

  private func finding(_ rule: Findings.Rule, _ message: String, at path: JSONPointer) -> Findings.Finding {
    Findings.Finding(rule: rule, place: json?.nearestPlace(to: path), message: message)
  }

  private static let deadline = JSONPointer(tokens: ["deadline"])

  private func place(_ part: Verification.Unreachable) -> JSONPointer {
    switch part {
    case .rule(let rule, _): .whole / "landings" / rule
    case .page: .whole / "pages"
    case .step(let step), .result(let step, _): path(of: step)
    case .fallback(let step, let place): path(of: step) / "fallback" / place
    case .retry(let step, _): path(of: step) / "retry"
    }
  }

  private func path(of step: String) -> JSONPointer {
    let graph = plan.flow.graph
    return graph.index[step].map { graph.path(of: $0) } ?? .whole / "steps"
  }
}

extension Findings.Rule {
  static let lateLanding = Findings.Rule(
    id: "late-landing", title: "Run without a landing in time",
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
