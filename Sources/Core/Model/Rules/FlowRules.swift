package struct RuleReport {
  package var code: DiagnosticCode
  package private(set) var diagnostics: [Diagnostic] = []

  package init(code: DiagnosticCode) {
    self.code = code
  }

  @inline(never)
  package mutating func add(
    _ message: String, at path: JSONPointer, _ part: Place.Part = .value, advice: String? = nil,
    notes: [Diagnostic.Note] = [], known: [String] = []
  ) {
    diagnostics.append(
      Diagnostic(code, message, at: Place(path, part), advice: advice, notes: notes, known: known))
  }
}

/// The requirements on flows. Each family has a file of its own.
final class FlowRules {
  let flow: FlowIndex
  var report = RuleReport(code: .duplicateName)
  /// By step: the words that conditions may use; empty until they are asked for.
  var knownWords: [Set<String>]

  init(_ flow: FlowIndex) {
    self.flow = flow
    knownWords = Array(repeating: [], count: flow.steps.count)
  }

  func all() -> [Diagnostic] {
    hold(.duplicateName, duplicateNames)
    hold(.unknownName, unknownNames, unknownWords, unknownReferences)
    hold(.missingKey, missingKeys)
    hold(.misplacedKey, misplacedKeys)
    hold(.badValue, badTimes, badFallbackTimes, badTemplates, referencesInConstants, optionalAddresses)
    hold(.cycle, cycles, serviceCycles)
    hold(.noUnconditionalLanding, noUnconditionalLanding)
    hold(.noTimeout, noTimeout)
    hold(.referenceWithoutNeed, referencesWithoutNeed)
    hold(.dependsOnTail, dependsOnTail)
    hold(.unboundHost, unboundHosts)
    hold(.beyondRound, beyondRound)
    return report.diagnostics
  }

  private func hold(_ code: DiagnosticCode, _ rules: () -> Void...) {
    report.code = code
    for rule in rules { rule() }
  }
}

extension Flow {
  /// Checks the flow by all rules. Diagnostics without a position keep the order of the rules.
  ///
  /// - Parameter unread: The places that could not be read; no further errors are reported about them.
  package func diagnostics(unread: UnreadParts = UnreadParts()) -> [Diagnostic] {
    withoutRepeats(FlowRules(FlowIndex(self, unread: unread)).all())
  }
}
