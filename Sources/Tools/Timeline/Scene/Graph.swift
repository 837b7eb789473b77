/// Boxes and the edges between them, independent of the layout.
struct Graph: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case step
    /// The end of a group of steps.
    case group
    /// A rule, or a choice.
    case note
    case landing
    /// A page where the user cannot continue as usual, or a state of a switch in which it is offline.
    case badLanding
  }

  struct Node: Hashable, Sendable {
    var kind: Kind
    var label: String
    /// The text beneath the label.
    var caption: Scene.Caption?
    /// A definition's text beneath the label, line by line.
    var details: [String] = []
    var isCritical = false
    /// The row of the timeline that a click leads to.
    var row: Int?
  }

  /// The meaning of an edge.
  enum Meaning: String, CaseIterable, Hashable, Sendable {
    case needs, after, when, member, lands

    var words: String {
      switch self {
      case .needs: "needs"
      case .after: "comes after"
      case .when: "if"
      case .lands: "lands on"
      case .member: "belongs to"
      }
    }
  }

  struct Edge: Hashable, Sendable {
    var from: Int
    var to: Int
    var meaning: Meaning
    var isCritical = false
    var label: String?
    /// Whether it leads back, from `to` to `from`.
    var isBack = false
  }

  /// A description for screen readers.
  var description = "Which step waited for which"
  var nodes: [Node] = []
  var edges: [Edge] = []
  /// The number of steps that are not drawn.
  var hidden = 0

  static let tooMany =
    "There are too many steps to draw; 'launchflow graph' writes them all for Mermaid."
}
