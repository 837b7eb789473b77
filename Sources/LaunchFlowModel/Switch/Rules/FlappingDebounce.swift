/// At least one direction has a window, or each probe may turn the app over.
enum FlappingDebounce: SwitchRule {
  static let code = DiagnosticCode.flappingDebounce

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let path = SwitchIndex.network / "debounce"
    guard let debounce = index.document.network?.debounce, debounce.down == .zero, debounce.up == .zero,
      index.isKnown(path / "down", path / "up")
    else { return }
    report.add(
      "without a window in either direction the app can flap", at: path,
      hint: "start with { \"down\": \"2s\", \"up\": \"500ms\" } and vary it in a simulation")
  }
}
