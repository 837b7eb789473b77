import LaunchFlowModel
import LaunchFlowSwitch

/// Warns of a switch without a window in either direction: each probe may change its state.
enum FlappingDebounce {
  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.networkPlace / "debounce"
    guard let debounce = document.network?.debounce, debounce.down == .zero, debounce.up == .zero
    else { return }
    report.add(
      "without a debounce window in either direction the app can flap", at: path)
  }
}

/// Warns of fewer probes while the network is down than while it is up.
enum SlowWhileDown {
  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.networkPlace / "everyWhileDown"
    guard let network = document.network, network.everyWhileDown > network.every
    else { return }
    report.add(
      "the network is probed less often while it is down than while it is up", at: path)
  }
}

/// Warns of a question that does not name its domain, if there are several domains.
enum QuestionWithoutDomain {
  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.servicePlace / "confirm" / "http"
    guard let service = document.service, service.watch.count > 1 else { return }
    var namesDomain = false
    service.confirm.forEachString { if $1.contains("${domain}") { namesDomain = true } }
    guard !namesDomain else { return }
    report.add(
      "the question is the same for every domain", at: path, .key)
  }
}
