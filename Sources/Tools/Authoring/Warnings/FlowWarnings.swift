/// Finds pointless or unwise parts of a flow without errors.
final class FlowWarnings {
  let flow: FlowIndex
  let uses: FlowUses
  var report = RuleReport(code: .syntax)

  init(_ flow: FlowIndex) {
    self.flow = flow
    uses = FlowUses(flow)
  }

  func all() -> [Diagnostic] {
    for (code, check) in Self.kinds {
      report.code = code
      check(self)
    }
    return report.diagnostics
  }

  /// Every kind of warning with its code, in the order of reports without a position.
  static let kinds: [(code: DiagnosticCode, check: @Sendable (FlowWarnings) -> Void)] = [
    (.idleRetry, { $0.idleRetry() }),
    (.shadowedTime, { $0.shadowedTime() }),
    (.idleFallbackTime, { $0.idleFallbackTime() }),
    (.landingWithoutFallback, { $0.landingWithoutFallback() }),
    (.likewiseFailingFallback, { $0.likewiseFailingFallback() }),
    (.needlessOrder, { $0.needlessOrder() }),
    (.unusedInput, { $0.unusedInput() }),
    (.unusedPage, { $0.unusedPage() }),
    (.unusedCache, { $0.unusedCache() }),
    (.cacheNeverStored, { $0.cacheNeverStored() }),
    (.cacheNeverRead, { $0.cacheNeverRead() }),
    (.unusedService, { $0.unusedService() }),
    (.unusedLane, { $0.unusedLane() }),
    (.unusedSignal, { $0.unusedSignal() }),
    (.unusedOutcome, { $0.unusedOutcome() }),
    (.unusedValue, { $0.unusedValue() }),
    (.cacheWithoutScope, { $0.cacheWithoutScope() }),
    (.secretLiteral, { $0.secretLiteral() }),
    (.plainHTTP, { $0.plainHTTP() }),
    (.networkOnMain, { $0.networkOnMain() }),
    (.foreignReference, { $0.foreignReference() }),
    (.pastedReference, { $0.pastedReference() }),
    (.hiddenNotice, { $0.hiddenNotice() }),
    (.zeroTimeout, { $0.zeroTimeout() }),
  ]
}
