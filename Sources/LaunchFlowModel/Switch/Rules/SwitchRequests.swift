/// The probe and the question go to an address of their own, and nobody encodes them.
enum SwitchRequests: SwitchRule {
  static let code = DiagnosticCode.badValue

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    if let network = index.document.network {
      check(network.probe, at: SwitchIndex.network / "probe" / "http", index, &report)
    }
    if let service = index.document.service {
      check(service.confirm, at: SwitchIndex.service / "confirm" / "http", index, &report)
    }
  }

  private static func check(
    _ request: Flow.Request, at path: JSONPointer, _ index: SwitchIndex, _ report: inout RuleReport
  ) {
    guard index.isKnown(path) else { return }
    if request.service != nil { report.add("a switch has no services", at: path / "service", .key) }
    // Nobody encodes what it sends.
    if let key = request.body?.key, ["encoded", "multipart"].contains(key) {
      report.add("a switch has no encoders and no files", at: path / key, .key)
    }
  }
}

/// The question refers to nothing but `${domain}`, and the probe to nothing at all.
enum SwitchReference: SwitchRule {
  static let code = DiagnosticCode.unknownName

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    if let network = index.document.network {
      network.probe.forEachString { tokens, text in
        check(text, mayNameDomain: false, at: SwitchIndex.network / "probe", tokens, &report)
      }
    }
    if let service = index.document.service {
      service.confirm.forEachString { tokens, text in
        check(text, mayNameDomain: true, at: SwitchIndex.service / "confirm", tokens, &report)
      }
    }
  }

  private static func check(
    _ text: String, mayNameDomain: Bool, at path: JSONPointer, _ tokens: [String], _ report: inout RuleReport
  ) {
    let place = tokens.reduce(path / "http") { $0 / $1 }
    let domain = Template.Reference(
      OfflineSwitchDocument.Service.domainReference, .value(.whole))
    switch Result(catching: { () throws(Template.Flaw) in try Template(text) }) {
    case .failure: report.add("a \"${\" does not begin a reference", at: place)
    case .success(let template):
      guard template.references.contains(where: { !mayNameDomain || $0 != domain }) else { return }
      report.add(
        mayNameDomain
          ? "the question may refer only to ${domain}"
          : "the probe cannot contain references",
        at: place)
    }
  }
}
