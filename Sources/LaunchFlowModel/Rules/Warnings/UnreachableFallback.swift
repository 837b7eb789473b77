/// Nothing stands behind a constant, which always helps.
enum UnreachableFallback: Warning {
  static let code = DiagnosticCode.unreachableFallback

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, entry) in flow.entries.enumerated() where entry.step.fallback.count > 1 {
      let fallback = entry.step.fallback
      guard let constant = fallback.firstIndex(where: { if case .value = $0 { true } else { false } }),
        constant + 1 < fallback.count
      else { continue }
      let path = flow.path(of: index) / "fallback"
      report.add(
        "a constant always helps, so what stands behind it is never tried", at: path / (constant + 1),
        hint: "put the constant last", notes: [Diagnostic.Note("the constant", at: Place(path / constant))])
    }
  }
}
