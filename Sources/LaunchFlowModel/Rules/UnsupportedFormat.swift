/// A flow's format is one that this build reads.
enum UnsupportedFormat: Rule {
  static let code = DiagnosticCode.unsupportedFormat

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    guard flow.flow.format > Flow.newestFormat else { return }
    report.add(
      "this flow has format \(flow.flow.format); this build reads formats up to \(Flow.newestFormat)",
      at: JSONPointer(tokens: ["format"]))
  }
}
