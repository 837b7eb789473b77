/// The last landing rule has no condition, so that there is always a page to land on.
enum NoUnconditionalLanding: Rule {
  static let code = DiagnosticCode.noUnconditionalLanding

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    guard !flow.doubts.landings else { return }
    let page = flow.flow.pages.first { BadName.isKebabCase($0) } ?? "home"
    guard let last = flow.flow.landings.last else {
      report.add(
        "the flow has no landing", at: JSONPointer(tokens: ["landings"]), .key,
        hint: "add \"landings\": [ { \"page\": \"\(page)\" } ]")
      return
    }
    guard last.when != nil else { return }
    let position = flow.flow.landings.count - 1
    report.add(
      "the last landing is conditional, so a run might land nowhere",
      at: JSONPointer(tokens: ["landings", String(position), "when"]), .key,
      hint: "end the list with a landing that has no \"when\"")
  }
}
