/// Real launches of two groups, each figure with its interval. Times are in nanoseconds, shares from 0 to 1.
package struct MeasuredComparison: Sendable {
  /// One of the groups: its number of launches, of installations (0 if unknown), and the curve of its landings.
  package typealias Side = (name: String, launches: Int, installations: Int, curve: ShareCurve)

  package struct Figure: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      case time, degraded, cancelled, unfinished, page
    }

    /// The figure's name: `p95`, `degraded`, or a page's name.
    package var name: String
    package var kind: Kind
    package var before: Double
    package var after: Double
    /// The greatest possible value, if the records leave it open; then `after` is the least.
    package var worst: Double?
    /// The bounds of the true difference; nil if the launches are too few.
    package var least: Double?
    package var most: Double?

    package init(
      _ name: String, _ kind: Kind, before: Double, after: Double, worst: Double? = nil, least: Double?,
      most: Double?
    ) {
      self.name = name
      self.kind = kind
      self.before = before
      self.after = after
      self.worst = worst
      self.least = least
      self.most = most
    }

    /// Whether chance alone does not explain the difference.
    package var isBeyondChance: Bool { least.map { $0 > 0 } ?? false || most.map { $0 < 0 } ?? false }
  }

  /// A rule, whether it holds or fails, and the outcome in words; nil if the launches decide neither.
  package typealias Rule = (text: String, isHeld: Bool?, outcome: String)

  package var flow: String
  /// The label by which the groups differ.
  package var label = "version"
  /// The label within whose values the groups are compared.
  package var within: String?
  package var before: Side
  package var after: Side
  /// Times first, then shares.
  package var figures: [Figure]
  /// The maximal probability that any of the intervals misses the true difference.
  package var risk: Double
  /// The cases that the risk is a share of: `such rollouts`.
  package var cases = ""
  package var rules: [Rule] = []
  /// The maximal probability that the verdict about any rule is wrong.
  package var ruleRisk = 0.0
  /// The reasons to doubt the comparison, as sentences.
  package var warnings: [String] = []
  package var notes: [String] = []
  /// The subject, if both sides are the same launches: `80 recorded launches`.
  package var subject: String?

  package init(flow: String, before: Side, after: Side, figures: [Figure], risk: Double) {
    (self.flow, self.before, self.after) = (flow, before, after)
    (self.figures, self.risk) = (figures, risk)
  }
}
