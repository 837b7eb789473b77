/// A switch's `ignore` names warnings about switches, and says why.
enum SwitchSilence: SwitchRule {
  static let code = BadSilence.code

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    BadSilence.check(index.silences, of: DiagnosticCode.silenceableInSwitches, "a flow", &report)
  }
}

extension SwitchIndex {
  /// What is silenced, and where that stands.
  var silences: [LocatedSilence] {
    document.ignore.located(in: .whole) + (document.network?.ignore ?? []).located(in: Self.network)
      + (document.service?.ignore ?? []).located(in: Self.service)
  }
}
