/// Real launches of two groups beside each other, each figure with what chance leaves open. Times are in nanoseconds,
/// shares from 0 to 1.
package struct MeasuredComparison: Sendable {
  /// One of the groups: how many of its launches are compared, of how many installations they are (0 if they do not
  /// say), and how many of them had landed by when.
  package typealias Side = (name: String, launches: Int, installations: Int, curve: ShareCurve)

  /// A figure of both groups.
  package struct Figure: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      case time, degraded, cancelled, unfinished, page
    }

    /// What it is called: `p95`, `degraded`, or a page's name.
    package var name: String
    package var kind: Kind
    package var before: Double
    package var after: Double
    /// Between these lies the true difference; nil where the launches are too few to say.
    package var least: Double?
    package var most: Double?

    package init(
      _ name: String, _ kind: Kind, before: Double, after: Double, least: Double?, most: Double?
    ) {
      self.name = name
      self.kind = kind
      self.before = before
      self.after = after
      self.least = least
      self.most = most
    }

    /// Whether chance alone does not explain the difference.
    package var isBeyondChance: Bool { least.map { $0 > 0 } ?? false || most.map { $0 < 0 } ?? false }
  }

  /// A rule, whether it holds or fails, and the outcome in words. Where the launches decide neither, it is nil.
  package typealias Rule = (text: String, isHeld: Bool?, outcome: String)

  /// The flow's name.
  package var flow: String
  /// The label by which the groups differ: `version`, unless the caller chose another.
  package var label: String
  /// The label within whose words the groups are compared.
  package var within: String?
  package var before: Side
  package var after: Side
  /// Times first, then shares.
  package var figures: [Figure]
  /// How often any of the intervals misses the true difference, at most.
  package var risk: Double
  /// The rules, in the order of the command line.
  package var rules: [Rule]
  /// How often the verdict about any rule is wrong, at most.
  package var ruleRisk: Double
  /// What makes the comparison doubtful, as sentences.
  package var warnings: [String]

  package init(
    flow: String, label: String, within: String?, before: Side, after: Side, figures: [Figure], risk: Double,
    rules: [Rule], ruleRisk: Double, warnings: [String]
  ) {
    self.flow = flow
    self.label = label
    self.within = within
    self.before = before
    self.after = after
    self.figures = figures
    self.risk = risk
    self.rules = rules
    self.ruleRisk = ruleRisk
    self.warnings = warnings
  }
}
