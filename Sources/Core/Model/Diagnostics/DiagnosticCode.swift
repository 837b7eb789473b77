/// The diagnostics by their stable codes, which `explanations.txt` explains. A code is never reused.
package enum DiagnosticCode: String, CaseIterable, Hashable, Sendable {
  case syntax = "LF001"
  case unknownKey = "LF002"
  case duplicateName = "LF003"
  case unknownName = "LF004"
  case cycle = "LF005"
  case badDuration = "LF006"
  case noUnconditionalLanding = "LF007"
  case noTimeout = "LF008"
  case referenceWithoutNeed = "LF009"
  case dependsOnTail = "LF010"
  case badValue = "LF011"
  case missingKey = "LF012"
  case badName = "LF013"
  case unsupportedFormat = "LF014"
  case misplacedKey = "LF015"

  // Warnings about parts of a flow that are useless or risky.

  case idleRetry = "LF016"
  case shadowedTime = "LF017"
  case idleFallbackTime = "LF018"
  case landingWithoutFallback = "LF019"
  case likewiseFailingFallback = "LF020"
  case needlessOrder = "LF023"
  case unusedInput = "LF024"
  case unusedPage = "LF025"
  case unusedCache = "LF026"
  case cacheNeverStored = "LF027"
  case cacheNeverRead = "LF028"
  case unusedService = "LF029"
  case unusedLane = "LF030"
  case unusedSignal = "LF057"
  case unusedOutcome = "LF031"
  case unusedValue = "LF032"
  case cacheWithoutScope = "LF033"
  case secretLiteral = "LF034"
  case unboundHost = "LF035"

  // Findings of exploration and arithmetic in a flow without errors.

  case landsAtOnce = "LF036"
  case deadlineBinds = "LF037"
  case deadLanding = "LF038"
  case deadPart = "LF039"

  // Switches.

  case slowProbe = "LF040"
  case flappingDebounce = "LF041"
  case emptyDomain = "LF042"
  case noFaultyResult = "LF043"
  case shortKeep = "LF044"
  case endlessPoll = "LF045"
  case slowWhileDown = "LF046"
  case questionWithoutDomain = "LF048"

  case beyondRound = "LF054"
  case plainHTTP = "LF050"
  case networkOnMain = "LF051"
  case unusedSilence = "LF053"
  case foreignReference = "LF055"
  case pastedReference = "LF056"
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
