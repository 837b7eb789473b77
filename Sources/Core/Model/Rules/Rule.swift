/// A requirement on flows.
protocol Rule {
  static var code: DiagnosticCode { get }
  static func check(_ flow: FlowIndex, _ report: inout RuleReport)
}

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

extension Flow {
  /// Checks the flow by all rules. Diagnostics without a position keep the order of the rules.
  ///
  /// - Parameter unread: The places that could not be read; no further errors are reported about them.
  package func diagnostics(unread: UnreadParts = UnreadParts()) -> [Diagnostic] {
    let index = FlowIndex(self, unread: unread)
    var report = RuleReport(code: .badValue)
    func hold<Held: Rule>(to _: Held.Type) {
      report.code = Held.code
      Held.check(index, &report)
    }
    hold(to: DuplicateName.self)
    hold(to: UnknownName.self)
    hold(to: UnknownWord.self)
    hold(to: UnknownReference.self)
    hold(to: MissingKey.self)
    hold(to: MisplacedKey.self)
    hold(to: BadTime.self)
    hold(to: FallbackTimes.self)
    hold(to: BadTemplate.self)
    hold(to: ReferenceInConstant.self)
    hold(to: OptionalInAddress.self)
    hold(to: Cycle.self)
    hold(to: ServiceCycle.self)
    hold(to: NoUnconditionalLanding.self)
    hold(to: NoTimeout.self)
    hold(to: ReferenceWithoutNeed.self)
    hold(to: DependsOnTail.self)
    hold(to: UnboundHost.self)
    hold(to: BeyondRound.self)
    return withoutRepeats(report.diagnostics)
  }
}
