/// Boxes and the arrows between them.
struct Graph: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case step
    /// The end of a group of steps.
    case group
    /// A rule.
    case note
    case landing
    /// A page where the user cannot continue as usual.
    case badLanding
  }

  struct Node: Hashable, Sendable {
    var kind: Kind
    var label: String
    /// The text beneath the label, line by line.
    var details: [String] = []
  }

  /// The meaning of an arrow.
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
    var label: String?
  }

  var nodes: [Node] = []
  var edges: [Edge] = []
}
