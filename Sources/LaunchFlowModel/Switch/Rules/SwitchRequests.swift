/// The probe and the question go to an address of their own and can be sent as they are written.
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
    if request.service != nil {
      report.add(
        "a switch knows no services", at: path / "service", .key, hint: "write the whole address: \"url\"")
    }
    BadRequest.check(request, at: path, &report)
  }
}
