import LaunchFlowModel
import LaunchFlowSwitch

/// Reports every warning of one kind about a flow without errors.
typealias Warning = @Sendable (FlowIndex, FlowUses, inout RuleReport) -> Void

/// The warnings about flows with their codes, in the order of reports without a position.
let flowWarnings: [(code: DiagnosticCode, check: Warning)] = [
  (.idleRetry, IdleRetry.check),
  (.shadowedTime, ShadowedTime.check),
  (.idleFallbackTime, IdleFallbackTime.check),
  (.landingWithoutFallback, LandingWithoutFallback.check),
  (.likewiseFailingFallback, LikewiseFailingFallback.check),
  (.needlessOrder, NeedlessOrder.check),
  (.unusedInput, UnusedName.inputs),
  (.unusedPage, UnusedName.pages),
  (.unusedCache, UnusedName.caches),
  (.cacheNeverStored, CacheNeverStored.check),
  (.cacheNeverRead, CacheNeverRead.check),
  (.unusedService, UnusedName.services),
  (.unusedLane, UnusedName.lanes),
  (.unusedSignal, UnusedName.signals),
  (.unusedOutcome, UnusedOutcome.check),
  (.unusedValue, UnusedValue.check),
  (.cacheWithoutScope, CacheWithoutScope.check),
  (.secretLiteral, SecretLiteral.check),
  (.plainHTTP, PlainHTTP.check),
  (.networkOnMain, NetworkOnMain.check),
  (.foreignReference, ForeignReference.check),
  (.pastedReference, PastedReference.check),
  (.hiddenNotice, HiddenNotice.check),
  (.zeroTimeout, ZeroTimeout.check),
]

/// Reports every warning of one kind about a switch without errors.
typealias SwitchWarning = @Sendable (OfflineSwitchDocument, inout RuleReport) -> Void

/// The warnings about switches with their codes, in the order of reports without a position.
let switchWarnings: [(code: DiagnosticCode, check: SwitchWarning)] = [
  (.flappingDebounce, FlappingDebounce.check),
  (.slowWhileDown, SlowWhileDown.check),
  (.questionWithoutDomain, QuestionWithoutDomain.check),
]
