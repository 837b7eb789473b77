/// While the network is down it is probed at least as often as while it is up.
enum SlowWhileDown: SwitchRule {
  static let code = DiagnosticCode.slowWhileDown

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let path = SwitchIndex.network / "everyWhileDown"
    guard let network = index.document.network, network.everyWhileDown > network.every,
      index.isKnown(path, SwitchIndex.network / "every")
    else { return }
    report.add(
      "the network is probed less often while it is down than while it is up", at: path,
      hint: "the app comes back the later for it")
  }
}
