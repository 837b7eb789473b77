/// Numbers and durations lie within their ranges: what is waited for takes time, and no pace is endless work.
enum SwitchRanges: SwitchRule {
  static let code = DiagnosticCode.badValue
  private static let shortestPace = Duration.milliseconds(1)

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    if let network = index.document.network {
      let path = SwitchIndex.network
      checkPace(network.timeout, at: path / "probe" / "timeout", index, &report)
      checkPace(network.every, at: path / "every", index, &report)
      if network.everyWhileDown != network.every {
        checkPace(network.everyWhileDown, at: path / "everyWhileDown", index, &report)
      }
      check(network.debounce.down, at: path / "debounce" / "down", index, &report)
      check(network.debounce.up, at: path / "debounce" / "up", index, &report)
      check(network.grace, at: path / "grace", index, &report)
    }
    guard let service = index.document.service else { return }
    let path = SwitchIndex.service
    checkPace(service.timeout, at: path / "confirm" / "timeout", index, &report)
    checkPace(service.trigger.within, at: path / "trigger" / "within", index, &report)
    if !(1...100).contains(service.trigger.failures), index.isKnown(path / "trigger" / "failures") {
      report.add("\"failures\" is between 1 and 100", at: path / "trigger" / "failures")
    }
    checkPace(service.poll.every, at: path / "poll" / "every", index, &report)
    if let longest = service.poll.maxEvery {
      checkPace(longest, at: path / "poll" / "maxEvery", index, &report)
    }
    if !(1...1000).contains(service.poll.factor), index.isKnown(path / "poll" / "factor") {
      report.add("\"factor\" is between 1 and 1000", at: path / "poll" / "factor")
    }
    checkPace(service.keep, at: path / "keep", index, &report)
  }

  private static func checkPace(
    _ duration: Duration, at path: JSONPointer, _ index: SwitchIndex, _ report: inout RuleReport
  ) {
    guard index.isKnown(path) else { return }
    if duration >= .zero, duration < shortestPace {
      report.add("this takes at least 1ms", at: path)
    } else {
      check(duration, at: path, index, &report)
    }
  }

  private static func check(
    _ duration: Duration, at path: JSONPointer, _ index: SwitchIndex, _ report: inout RuleReport
  ) {
    guard duration < .zero || duration > .longestInDocuments, index.isKnown(path) else { return }
    report.add("a duration is between 0s and 36500d", at: path)
  }
}
