import LaunchFlowModel

/// One kind of warning about flows without errors.
protocol Warning: SendableMetatype {
  /// The code of its diagnostics.
  static var code: DiagnosticCode { get }
  /// Reports every warning of this kind.
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport)
}

/// One kind of warning about switches without errors.
protocol SwitchWarning: SendableMetatype {
  /// The code of its diagnostics.
  static var code: DiagnosticCode { get }
  /// Reports every warning of this kind.
  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport)
}

/// The warnings about flows, in the order of reports without a position.
let flowWarnings: [any Warning.Type] = [
  IdleRetry.self, ShadowedTime.self, IdleFallbackTime.self, LandingWithoutFallback.self,
  LikewiseFailingFallback.self, UnreachableFallback.self, NeedlessOrder.self,
  UnusedInput.self, UnusedPage.self, UnusedCache.self, CacheNeverStored.self, CacheNeverRead.self,
  UnusedService.self, UnusedLane.self, UnusedSignal.self, UnusedOutcome.self, UnusedValue.self,
  CacheWithoutScope.self,
  SecretLiteral.self, PlainHTTP.self, NetworkOnMain.self, ImpossibleWord.self, ForeignReference.self,
  PastedReference.self, HiddenNotice.self, ZeroTimeout.self,
]

/// The warnings about switches, in the order of reports without a position.
let switchWarnings: [any SwitchWarning.Type] = [
  FlappingDebounce.self, SlowWhileDown.self, ShadowedEndpoint.self, QuestionWithoutDomain.self,
]
