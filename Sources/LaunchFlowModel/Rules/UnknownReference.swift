/// A `${…}` refers to a step or an input that exists.
enum UnknownReference: Rule {
  static let code = DiagnosticCode.unknownName

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    guard !flow.doubts.names.contains(.steps), !flow.doubts.names.contains(.inputs) else { return }
    for template in flow.templates {
      for reference in template.references
      where flow.stepIndex[reference.subject] == nil && flow.inputIndex[reference.subject] == nil {
        report.add(
          "no step or input \"\(reference.subject)\" is declared", at: template.path,
          hint: report.suggester.hint(for: reference.subject, among: flow.subjects))
      }
    }
  }
}
