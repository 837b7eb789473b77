/// The diagnostics by their stable codes. A code is never reused.
public enum DiagnosticCode: String, CaseIterable, Hashable, Sendable {
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
  /// A format that is newer than this build.
  case unsupportedFormat = "LF014"
  /// Keys that exclude each other, or a key that its step cannot have.
  case misplacedKey = "LF015"

  // What exploration or arithmetic shows of a flow that is otherwise sound.

  /// Every run lands at once, before any step could answer.
  case landsAtOnce = "LF036"
  /// What the landing waits for may take longer than the flow's deadline.
  case deadlineBinds = "LF037"
  /// A landing rule by which no run lands.
  case deadLanding = "LF038"
  /// A step, result, fallback or try that no run comes to.
  case deadPart = "LF039"

  // Switches.

  /// A probe's time-out that is not below its pace.
  case slowProbe = "LF040"
  /// No debounce in either direction.
  case flappingDebounce = "LF041"
  /// A domain without endpoints.
  case emptyDomain = "LF042"
  /// A question none of whose results is `faulty`.
  case noFaultyResult = "LF043"
  /// A verdict that is kept for less than the next one takes.
  case shortKeep = "LF044"
  /// A poll whose waits grow without bound, or shrink.
  case endlessPoll = "LF045"
  /// Probes that are rarer while the network is down.
  case slowWhileDown = "LF046"
  /// An endpoint whose calls all count for an earlier one.
  case shadowedEndpoint = "LF047"
  /// A question that is the same for all domains.
  case questionWithoutDomain = "LF048"

  /// How bad it is unless said otherwise.
  public var severity: Diagnostic.Severity {
    switch self {
    case .landsAtOnce, .deadlineBinds, .deadLanding, .deadPart, .flappingDebounce, .slowWhileDown, .shadowedEndpoint, .questionWithoutDomain: .warning
    default: .error
    }
  }
}
