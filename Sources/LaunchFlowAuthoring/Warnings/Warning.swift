import LaunchFlowModel

/// One family member of what is pointless or unwise in a flow. Warnings are looked for only in flows without
/// errors.
protocol Warning: SendableMetatype {
  /// The code of what it finds.
  static var code: DiagnosticCode { get }
  /// Reports every place that is pointless or unwise.
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport)
}

/// One thing that is pointless or unwise in a switch without errors.
protocol SwitchWarning: SendableMetatype {
  /// The code of what it finds.
  static var code: DiagnosticCode { get }
  /// Reports every place that is pointless or unwise.
  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport)
}

/// The warnings about flows, in the order in which they are listed where they have no position.
let flowWarnings: [any Warning.Type] = [
  IdleRetry.self, ShadowedTime.self, IdleFallbackTime.self, LandingWithoutFallback.self,
  LikewiseFailingFallback.self, UnreachableFallback.self, ImpliedOrder.self, NeedlessOrder.self,
  UnusedInput.self, UnusedPage.self, UnusedCache.self, CacheNeverStored.self, CacheNeverRead.self,
  UnusedService.self, UnusedLane.self, UnusedOutcome.self, UnusedValue.self, CacheWithoutScope.self,
  SecretLiteral.self, PlainHTTP.self, NetworkOnMain.self, ImpossibleWord.self,
]

/// The warnings about switches, in the same way.
let switchWarnings: [any SwitchWarning.Type] = [
  FlappingDebounce.self, SlowWhileDown.self, ShadowedEndpoint.self, QuestionWithoutDomain.self,
]
