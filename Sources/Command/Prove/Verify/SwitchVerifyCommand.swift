import LaunchFlowTimeline
import LaunchFlowVerifier

/// `launchflow verify` for a switch: every run of its scenarios.
struct SwitchVerifyCommand {
  let given: Given
  let world: World

  /// Whether a file is a switch whose scenarios, in the file beside it, contain promises.
  static func promises(_ file: DocumentFile, in world: World) -> Bool {
    guard file.kind == .offlineSwitch, let path = DocumentFile.scenariosPath(besides: file.path),
      world.files.kind(of: path) == .file, let scenarios = try? DocumentFile(path, in: world)
    else { return false }
    let found = SwitchScenarioFile.read(scenarios.source, for: nil).document
    // Scenarios with errors may contain promises; the errors are reported.
    return found.map { $0.scenarios.contains { !$0.promises.isEmpty } || !$0.defaults.promises.isEmpty }
      ?? true
  }

  func verify(_ file: DocumentFile) throws -> VerifyCommand.Outcome {
    guard let path = DocumentFile.scenariosPath(besides: file.path), world.files.kind(of: path) == .file
    else {
      throw UsageError("\(file.source.name) is a switch; its scenarios must be in the file beside it")
    }
    let scenariosFile = try DocumentFile(path, in: world)
    let document = try file.offlineSwitch()
    let scenarioFile = try scenariosFile.scenarios(for: document)
    let plan = SwitchPlan(document)
    let json = try? JSONDocument(scenariosFile.source)
    let all = scenarioFile.scenarios.map { $0.over(scenarioFile.defaults) }
    let promising = all.filter { !$0.promises.isEmpty }
    var witnesses: [SwitchScenario] = []
    var outcome = VerifyCommand.Outcome(
      findings: .init(path: path, subject: plan.document.name, checks: [])
    ) { _ in .null }
    for scenario in promising.isEmpty ? all : promising {
      let report = try verify(plan, scenario)
      outcome.isRefuted = outcome.isRefuted || report.isRefuted
      outcome.isProved = outcome.isProved && report.isProved
      outcome.text += (outcome.text.isEmpty ? "" : "\n") + text(plan, report)
      outcome.values.append(VerificationJSON.value(plan, report))
      outcome.findings.checks += report.findings.compactMap { claim($0, report) }.checks(of: file, at: json)
      witnesses += report.witnesses.map { witness in
        var named = witness
        named.name = "\(report.scenario)-\(witness.name ?? "")"
        return named
      }
    }
    outcome.scenarios = { [witnesses] in SwitchScenarioFile(of: $0, scenarios: witnesses).json }
    return outcome
  }

  private func verify(_ plan: SwitchPlan, _ scenario: SwitchScenario) throws -> SwitchProof.Report {
    let limit = given[VerifyCommand.timeout]
    let progress = ProgressLine(in: world)
    let clock = ContinuousClock()
    let start = clock.now
    let proof = try SwitchProof(plan, scenario)
    let report = proof.report(VerifyCommand.budget(given)) { _ in
      progress.show("\(plan.document.name), \(scenario.name ?? "")")
      return limit.map { clock.now - start > $0 } ?? false
    }
    progress.end()
    let time = TimeText.short((clock.now - start).nanoseconds)
    world.report(
      "\(plan.document.name), \(report.scenario): searched \(Counting.text(report.steps, "state")) in \(time)"
    )
    return report
  }

  private func text(_ plan: SwitchPlan, _ report: SwitchProof.Report) -> String {
    let states = Counting.text(report.steps, "state")
    let extent =
      report.incompleteness.map { "\(states); some runs were not searched, because \($0)" }
      ?? "\(states), every run searched"
    var lines = ["\(plan.document.name), \(report.scenario): \(extent)", ""]
    for finding in report.findings {
      if let claim = claim(finding, report) {
        lines += claim.lines(isASCII: world.isASCII(given))
      } else if let most = most(finding, report) {
        lines.append("    \(finding.figure): \(most)")
      }
    }
    var text = lines.joined(separator: "\n") + "\n"
    for witness in report.witnesses {
      guard let simulation = try? SwitchSimulation(plan, witness) else { continue }
      var options = TextOptions(given, in: world)
      options.showsLegend = false
      text += "\n" + Picture(simulation.run().trace).text(options)
    }
    return text
  }

  private func most(_ finding: SwitchProof.Finding, _ report: SwitchProof.Report) -> String? {
    finding.most.map { $0 == "never" ? $0 : $0 + (report.incompleteness == nil ? " at most" : " found") }
  }

  /// A promise with what was found; nil for a figure without a promise.
  private func claim(_ finding: SwitchProof.Finding, _ report: SwitchProof.Report) -> Claim? {
    guard let promise = finding.promise, let verdict = finding.verdict else { return nil }
    let found = most(finding, report)
    let (outcome, detail): (Claim.Verdict, String) =
      switch verdict {
      case .holds: (.holds, found ?? "nothing to measure")
      case .broken: (.broken, found ?? "nothing to measure")
      case .open(let reason): (.open, reason ?? found ?? "nothing found so far")
      }
    let text = "\(finding.figure) \(promise)"
    return Claim(
      check: "\(report.scenario): \(text)", verdict: outcome, text: "\(text): \(detail)",
      message: "promise \(text): \(detail)",
      path: JSONPointer(tokens: ["scenarios", report.scenario, "promises", finding.figure]))
  }
}

extension SwitchProof.Report {
  var witnesses: [SwitchScenario] {
    findings.compactMap { if case .broken(let witness) = $0.verdict { witness } else { nil } }
  }
}
