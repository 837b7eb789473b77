/// One thing that a switch must satisfy. Like a flow's, these rules look at the document alone.
protocol SwitchRule {
  /// The code of its diagnostics.
  static var code: DiagnosticCode { get }
  /// Reports every place where the switch does not satisfy it.
  static func check(_ index: SwitchIndex, _ report: inout RuleReport)
}

/// A switch as its rules see it.
package struct SwitchIndex {
  package let document: OfflineSwitchDocument
  /// The places that could not be read and hold stand-ins; they are not reported.
  let unread: UnreadParts

  package init(document: OfflineSwitchDocument, unread: UnreadParts = UnreadParts()) {
    self.document = document
    self.unread = unread
  }

  package static let root = JSONPointer(tokens: ["factors"])
  package static let network = root / "network"
  package static let service = root / "service"

  /// Whether all of these could be read.
  func isKnown(_ paths: JSONPointer...) -> Bool { !paths.contains { unread.touches($0) } }
}

extension OfflineSwitchDocument {
  /// Every error of the switch. A switch without errors can be compiled and run.
  package func diagnostics() -> [Diagnostic] {
    diagnostics(unread: UnreadParts())
  }

  /// Holds the switch to the rules, in the order of their diagnostics where these have no position.
  func diagnostics(unread: UnreadParts) -> [Diagnostic] {
    let index = SwitchIndex(document: self, unread: unread)
    var report = RuleReport(code: .badValue)
    func hold<Held: SwitchRule>(to _: Held.Type) {
      report.code = Held.code
      Held.check(index, &report)
    }
    hold(to: SwitchFactors.self)
    hold(to: SwitchResults.self)
    hold(to: SwitchRequests.self)
    hold(to: SwitchReference.self)
    hold(to: SlowProbe.self)
    hold(to: EmptyDomain.self)
    hold(to: NoFaultyResult.self)
    hold(to: EndlessPoll.self)
    hold(to: ShortKeep.self)
    return report.diagnostics
  }
}
