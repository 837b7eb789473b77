/// Steps as boxes with what waited for what, before anything is laid out.
struct Graph: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case step
    /// Where a group of steps ends.
    case group
    case landing
  }

  struct Node: Hashable, Sendable {
    var kind: Kind
    var label: String
    /// The text beneath the label.
    var caption: Scene.Caption?
    var isCritical = false
    /// The row of the timeline that it leads to.
    var row: Int?
  }

  /// What an edge means.
  enum Meaning: String, CaseIterable, Hashable, Sendable {
    case needs, after, member

    var words: String {
      switch self {
      case .needs: "needs"
      case .after: "comes after"
      case .member: "belongs to"
      }
    }
  }

  struct Edge: Hashable, Sendable {
    var from: Int
    var to: Int
    var meaning: Meaning
    var isCritical = false
  }

  var nodes: [Node] = []
  /// By their ends.
  var edges: [Edge] = []
  /// How many steps are not drawn.
  var hidden = 0
}
