/// The diagnostics by their stable codes. A code is never reused.
package enum DiagnosticCode: String, CaseIterable, Hashable, Sendable {
  /// The text is not JSON, or is too large or too deep.
  case syntax = "LF001"
  case unknownKey = "LF002"
  case duplicateName = "LF003"
  /// A step, input, result, page, cache, service, lane or environment that is not declared.
  case unknownName = "LF004"
  case cycle = "LF005"
  case badDuration = "LF006"
  /// The last landing is conditional, or there is none.
  case noUnconditionalLanding = "LF007"
  /// A step that can hang has no time-out.
  case noTimeout = "LF008"
  /// A reference to a step that is not needed.
  case referenceWithoutNeed = "LF009"
  /// Something outside the tail depends on the tail.
  case dependsOnTail = "LF010"
  /// A value of the wrong type or outside of its range.
  case badValue = "LF011"
  case missingKey = "LF012"
  /// A name that is not in kebab case, or is a reserved word.
  case badName = "LF013"
  case unsupportedFormat = "LF014"
  /// Keys that exclude each other, or a key that its step cannot have.
  case misplacedKey = "LF015"

  // Warnings about parts of a flow that are useless or risky.

  /// A retry that can never start.
  case idleRetry = "LF016"
  /// A time-out or deadline that a shorter deadline always forestalls.
  case shadowedTime = "LF017"
  /// A `useFallbackAfter` without a fallback for it, or too late to act; a bound on hedges without any.
  case idleFallbackTime = "LF018"
  /// One failed call loses the page, and no rule handles it.
  case landingWithoutFallback = "LF019"
  /// A fallback that depends on the request, action or cache that just failed.
  case likewiseFailingFallback = "LF020"
  /// A wait for a step whose value is not used.
  case needlessOrder = "LF023"
  case unusedInput = "LF024"
  case unusedPage = "LF025"
  /// A cache that is neither read nor filled.
  case unusedCache = "LF026"
  case cacheNeverStored = "LF027"
  case cacheNeverRead = "LF028"
  case unusedService = "LF029"
  case unusedLane = "LF030"
  case unusedSignal = "LF057"
  /// A result or failure that nothing asks for.
  case unusedOutcome = "LF031"
  case unusedValue = "LF032"
  /// A cache for a user's data that no scope clears.
  case cacheWithoutScope = "LF033"
  case secretLiteral = "LF034"
  /// A host that comes from a reference without a list of allowed hosts.
  case unboundHost = "LF035"

  // Findings of exploration and arithmetic in a flow without errors.

  /// Every run lands at once, before any step could answer.
  case landsAtOnce = "LF036"
  /// The steps before a landing may take longer than the flow's deadline.
  case deadlineBinds = "LF037"
  case deadLanding = "LF038"
  /// A step, result, fallback or attempt that no run reaches.
  case deadPart = "LF039"

  // Switches.

  /// A probe's time-out that is not below its pace.
  case slowProbe = "LF040"
  /// No debounce in either direction.
  case flappingDebounce = "LF041"
  case emptyDomain = "LF042"
  /// A question without a result named `faulty`.
  case noFaultyResult = "LF043"
  /// A verdict that may expire before the next one.
  case shortKeep = "LF044"
  /// A poll whose waits grow without bound, or shrink.
  case endlessPoll = "LF045"
  /// Probes that are rarer while the network is down.
  case slowWhileDown = "LF046"
  /// A question that is the same for all domains.
  case questionWithoutDomain = "LF048"

  // Polled groups.

  /// A condition that crosses the border of a polled group's rounds.
  case beyondRound = "LF054"

  // Further warnings about useless or risky parts of a flow.

  /// Plain `http` beyond loopback.
  case plainHTTP = "LF050"
  /// A call on the lane `main`.
  case networkOnMain = "LF051"
  /// An `ignore` that silences nothing.
  case unusedSilence = "LF053"
  /// A reference in the braces of another template language.
  case foreignReference = "LF055"
  /// A reference in a text that contains JSON.
  case pastedReference = "LF056"
  /// A notice of a list after one that is always shown.
  case hiddenNotice = "LF058"
  case zeroTimeout = "LF060"

  package var severity: Diagnostic.Severity {
    switch self {
    case .syntax, .unknownKey, .duplicateName, .unknownName, .cycle, .badDuration, .noUnconditionalLanding,
      .noTimeout, .referenceWithoutNeed, .dependsOnTail, .badValue, .missingKey, .badName, .unsupportedFormat,
      .misplacedKey, .unboundHost, .beyondRound, .slowProbe, .emptyDomain, .noFaultyResult, .shortKeep,
      .endlessPoll:
      .error
    default: .warning
    }
  }

  /// Whether an `ignore` may name the code: it is a warning, but not the one about `ignore` itself.
  package var isSilenceable: Bool { severity == .warning && self != .unusedSilence }

  package var isOfSwitch: Bool { ("LF040"..."LF049").contains(rawValue) }
}
