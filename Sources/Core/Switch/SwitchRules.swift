extension OfflineSwitchDocument {
  /// The paths of the network factor and the service factor.
  package static let networkPlace = JSONPointer(tokens: ["factors", "network"])
  package static let servicePlace = JSONPointer(tokens: ["factors", "service"])

  /// Checks the references of the switch's requests and the questions of its results.
  func diagnostics() -> [Diagnostic] {
    var report = RuleReport(code: .misplacedKey)
    // Results test only the answer's value.
    for result in service?.results ?? [] {
      let path = Self.servicePlace / "confirm" / "results" / result.name
      report.checkStatus(result.when, at: path)
    }
    report.code = .unknownName
    network?.probe.forEachString { tokens, text in
      Self.check(text, mayNameDomain: false, at: Self.networkPlace / "probe", tokens, &report)
    }
    service?.confirm.forEachString { tokens, text in
      Self.check(text, mayNameDomain: true, at: Self.servicePlace / "confirm", tokens, &report)
    }
    return report.diagnostics
  }

  /// Reports references other than `${domain}` in the question, and all references in the probe.
  private static func check(
    _ text: String, mayNameDomain: Bool, at path: JSONPointer, _ tokens: [String], _ report: inout RuleReport
  ) {
    let place = tokens.reduce(path / "http") { $0 / $1 }
    guard let template = try? Template(text) else {
      return report.add("a \"${\" does not begin a reference", at: place)
    }
    let domain = Template.Reference(OfflineSwitchDocument.Service.domainReference)
    guard template.references.contains(where: { !mayNameDomain || $0 != domain }) else { return }
    report.add(
      mayNameDomain
        ? "the question may refer only to ${domain}" : "the probe cannot contain references", at: place)
  }
}
