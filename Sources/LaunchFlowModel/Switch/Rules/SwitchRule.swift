/// One thing that a switch must satisfy. Like a flow's, these rules look at the document alone.
protocol SwitchRule: SendableMetatype {
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

/// The rules, in the order of their diagnostics where these have no position.
let switchRules: [any SwitchRule.Type] = [
  SwitchFormat.self, SwitchFactors.self, SwitchResults.self, SwitchNames.self, SwitchDuplicateDomain.self,
  SwitchRequests.self, SwitchReference.self, SlowProbe.self, EmptyDomain.self,
  NoFaultyResult.self, EndlessPoll.self, ShortKeep.self, SwitchSilence.self,
]

extension OfflineSwitchDocument {
  /// Every error of the switch, read from a file or built in code. A switch without errors can be compiled and
  /// run.
  public func diagnostics() -> [Diagnostic] {
    diagnostics(unread: UnreadParts())
  }

  func diagnostics(unread: UnreadParts) -> [Diagnostic] {
    let index = SwitchIndex(document: self, unread: unread)
    var report = RuleReport(code: .badValue)
    for rule in switchRules {
      report.code = rule.code
      rule.check(index, &report)
    }
    return report.diagnostics + Self.declaration.diagnostics(of: self, unread: unread)
  }
}

/// This build can read the switch's format.
enum SwitchFormat: SwitchRule {
  static let code = DiagnosticCode.unsupportedFormat

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let newest = OfflineSwitchDocument.newestFormat
    guard index.document.format > newest else { return }
    report.add(
      "the switch has format \(index.document.format); this build reads formats up to \(newest)",
      at: JSONPointer(tokens: ["format"]), hint: "use a newer launchflow")
  }
}
