/// Boxes and the arrows between them.
struct Graph: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case step
    /// A box around its members.
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
    /// The number of the following nodes that it contains.
    var members = 0
  }

  enum Meaning: String, CaseIterable, Hashable, Sendable {
    case needs, after, when, lands

    /// The arrow in Mermaid, its look and its meaning in words.
    var arrow: (drawn: String, look: String, words: String) {
      switch self {
      case .needs: ("-->", "solid", "needs")
      case .after: ("-.->", "dashed", "comes after")
      case .when: ("-.->", "dashed, with words", "if")
      case .lands: ("==>", "thick", "lands on")
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
