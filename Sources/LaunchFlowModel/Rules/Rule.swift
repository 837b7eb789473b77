/// A requirement on flows. Rules check the flow, not its text, so that flows that are
/// built in code are held to the same.
protocol Rule: SendableMetatype {
  /// The code of its diagnostics.
  static var code: DiagnosticCode { get }
  /// Reports every place where the flow does not satisfy it.
  static func check(_ flow: FlowIndex, _ report: inout RuleReport)
}

/// The findings of a rule.
package struct RuleReport {
  package var code: DiagnosticCode
  package var suggester = Suggester()
  package private(set) var diagnostics: [Diagnostic] = []

  package init(code: DiagnosticCode) {
    self.code = code
  }

  package mutating func add(
    _ message: String, at path: JSONPointer, _ part: Place.Part = .value, hint: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(code, message, at: Place(path, part), hint: hint, notes: notes))
  }
}

/// The rules, in the order of their diagnostics where these have no position.
let flowRules: [any Rule.Type] = [
  UnsupportedFormat.self, BadName.self, DuplicateName.self, UnknownName.self, UnknownWord.self,
  UnknownReference.self, MissingKey.self, MisplacedKey.self, BadValue.self, BadPace.self, BadRequest.self,
  BadTemplate.self, ReferenceInConstant.self, OptionalInAddress.self,
  Cycle.self, ServiceCycle.self, NoUnconditionalLanding.self, NoTimeout.self, ReferenceWithoutNeed.self,
  DependsOnTail.self, UnboundHost.self, BadSilence.self, BeyondRound.self,
]

extension Flow {
  /// Every error of the flow, read from a file or built in code. A flow without errors can be compiled and run.
  public func diagnostics() -> [Diagnostic] {
    inspected().errors
  }

  /// Every error of the flow, and the graph of its steps, built once for the rules and for the plan; nil if parts
  /// of the flow are nested too deep to be walked.
  package func inspected() -> (errors: [Diagnostic], graph: StepGraph?) {
    if let graph = inspection.graph(of: self) { return ([], graph) }
    return inspected(unread: UnreadParts())
  }

  /// The graph of its steps, built anew if the flow has not been checked.
  package var stepGraph: StepGraph { inspection.graph(of: self) ?? StepGraph(self) }

  /// - Parameter unread: The places that could not be read, which are no further errors.
  func inspected(unread: UnreadParts) -> (errors: [Diagnostic], graph: StepGraph?) {
    var report = RuleReport(code: BadNesting.code)
    BadNesting.check(self, &report)
    guard report.diagnostics.isEmpty else { return (report.diagnostics, nil) }
    let index = FlowIndex(self, unread: unread)
    for rule in flowRules {
      report.code = rule.code
      rule.check(index, &report)
    }
    return (report.diagnostics + Self.declaration.diagnostics(of: self, unread: unread), index.graph)
  }
}
