/// The switch is of a format that this build reads.
enum SwitchFormat: SwitchRule {
  static let code = DiagnosticCode.unsupportedFormat

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let newest = OfflineSwitchDocument.newestFormat
    guard index.document.format > newest else { return }
    report.add(
      "the switch has format \(index.document.format); this build reads formats up to \(newest)",
      at: JSONPointer(tokens: ["format"]), hint: "use a newer launchflow")
  }
}
