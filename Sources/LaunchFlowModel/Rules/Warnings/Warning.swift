/// One thing without which a flow would say less and do the same, or do better. Warnings are looked for only in
/// flows without errors.
protocol Warning: SendableMetatype {
  /// The code of what it finds.
  static var code: DiagnosticCode { get }
  /// Reports every place that is pointless or unwise.
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport)
}

private let flowWarnings: [any Warning.Type] = [
  IdleRetry.self, ShadowedTime.self, IdleFallbackTime.self, LandingWithoutFallback.self,
  LikewiseFailingFallback.self, UnreachableFallback.self, ImpliedOrder.self, NeedlessOrder.self,
  UnusedInput.self, UnusedPage.self, UnusedCache.self, CacheNeverStored.self, CacheNeverRead.self,
  UnusedService.self, UnusedLane.self, UnusedOutcome.self, UnusedValue.self, CacheWithoutScope.self,
  SecretLiteral.self, PlainHTTP.self, NetworkOnMain.self, ImpossibleWord.self,
]

extension Flow {
  /// All that is pointless or unwise in a flow that has no errors; nothing of it keeps the flow from running.
  public func warnings() -> [Diagnostic] {
    warnings(and: [], of: [])
  }

  /// The same with what others have found, who have looked for these codes. What the flow silences is left out.
  func warnings(and found: [Diagnostic], of codes: Set<DiagnosticCode>) -> [Diagnostic] {
    let index = FlowIndex(self, doubts: Doubts())
    let uses = FlowUses(index)
    var report = RuleReport(code: .syntax)
    for warning in flowWarnings {
      report.code = warning.code
      warning.check(index, uses, &report)
    }
    var silences = SilenceFilter(index.silences)
    let wanted = silences.filter(report.diagnostics + Self.unexplained(found, by: report.diagnostics))
    let all = wanted + silences.unused(of: codes.union(flowWarnings.map { $0.code }))
    return all.filter { !isIncluded($0.place.path) }
  }

  /// What others have found, without what the file alone has explained better.
  private static func unexplained(_ found: [Diagnostic], by warnings: [Diagnostic]) -> [Diagnostic] {
    let reasons = warnings.filter { [.idleRetry, .unreachableFallback, .impossibleWord].contains($0.code) }
      .map(\.place.path.tokens)
    return found.filter { diagnostic in
      let place = diagnostic.place.path.tokens
      return diagnostic.code == .deadlineBinds || diagnostic.code == .landsAtOnce
        || !reasons.contains { $0.starts(with: place) || place.starts(with: $0) }
    }
  }
}
