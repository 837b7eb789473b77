/// One thing that a switch must satisfy. Like a flow's, these rules look at the document alone.
protocol SwitchRule: SendableMetatype {
  /// The code of what it finds.
  static var code: DiagnosticCode { get }
  /// Reports every place where the switch does not satisfy it.
  static func check(_ index: SwitchIndex, _ report: inout RuleReport)
}

/// A switch as its rules see it.
struct SwitchIndex {
  let document: OfflineSwitchDocument
  /// What of the file could not be read; what stands in for it is not to be blamed.
  let unread: Set<JSONPointer>

  static let root = JSONPointer(tokens: ["factors"])
  static let network = root / "network"
  static let service = root / "service"

  /// Whether all of these were read as they stand there.
  func isKnown(_ paths: JSONPointer...) -> Bool { unread.isDisjoint(with: paths) }
}

/// The rules, in the order in which what they find is listed where it has no position.
let switchRules: [any SwitchRule.Type] = [
  SwitchFormat.self, SwitchFactors.self, SwitchResults.self, SwitchNames.self, SwitchDuplicateDomain.self,
  SwitchRanges.self,
  SwitchRequests.self, SwitchReference.self, SlowProbe.self, FlappingDebounce.self, SlowWhileDown.self,
  EmptyDomain.self, ShadowedEndpoint.self, NoFaultyResult.self, QuestionWithoutDomain.self, EndlessPoll.self,
  ShortKeep.self, SwitchSilence.self,
]

extension OfflineSwitchDocument {
  /// All that is wrong with the switch, however it was made, but for the warnings that it silences; without an
  /// error it can be compiled and run.
  public func diagnostics() -> [Diagnostic] {
    diagnostics(unread: [], isWhole: true)
  }

  /// - Parameter isWhole: Whether all of the file could be read, so that a silence of nothing is one.
  func diagnostics(unread: Set<JSONPointer>, isWhole: Bool) -> [Diagnostic] {
    let index = SwitchIndex(document: self, unread: unread)
    var report = RuleReport(code: .badValue)
    for rule in switchRules {
      report.code = rule.code
      rule.check(index, &report)
    }
    var silences = SilenceFilter(index.silences)
    let wanted = silences.filter(report.diagnostics)
    guard isWhole, !wanted.contains(where: { $0.severity == .error }) else { return wanted }
    return wanted + silences.unused(of: Set(DiagnosticCode.silenceableInSwitches))
  }
}
