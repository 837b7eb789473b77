/// What stands between `${` and `}` is a reference.
enum BadTemplate: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for template in flow.templates {
      guard case .failure(let flaw) = template.template else { continue }
      switch flaw {
      case .unterminated:
        report.add(
          "a \"${\" has no \"}\"", at: template.path, hint: "a literal \"${\" is written \"$${\"")
      case .noReference(let text):
        report.add(
          "\"${\(text)}\" is no reference", at: template.path,
          hint: "write ${step/pointer}, ${input}, or in a notice ${step.message}")
      }
    }
  }
}
