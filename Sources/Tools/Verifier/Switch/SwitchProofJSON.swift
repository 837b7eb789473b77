extension VerificationJSON {
  /// The report about a switch's scenario. Times are in the notation of documents; an unknown verdict is null.
  package static func value(_ plan: SwitchPlan, _ report: SwitchProof.Report) -> JSONValue {
    var value = JSONObject([
      JSONObject.Member(name: "switch", value: .string(plan.document.name)),
      JSONObject.Member(name: "scenario", value: .string(report.scenario)),
    ])
    value["figures"] = .array(
      report.findings.map { finding in
        var value = JSONObject([JSONObject.Member(name: "figure", value: .string(finding.figure))])
        value["promise"] = finding.promise.map(JSONValue.string) ?? .null
        value["most"] = finding.most.map(JSONValue.string) ?? .null
        guard let verdict = finding.verdict else { return .object(value) }
        switch verdict {
        case .holds: value["holds"] = .bool(true)
        case .broken(let witness):
          value["holds"] = .bool(false)
          value["counterexample"] = SwitchScenarioFile(of: "", scenarios: [witness]).json
        case .open: value["holds"] = .null
        }
        return .object(value)
      })
    value["explored"] = .integer(Int64(report.steps))
    value["complete"] = .bool(report.incompleteness == nil)
    if let reason = report.incompleteness { value["stopped"] = .string(reason.description) }
    return .object(value)
  }
}
