/// A part of a picture, written once and shown by each medium in its way.
enum Block: Sendable {
  case sentences([Sentence])
  case heading(String)
  case timeline(Scene)
  /// The meanings of the signs in the timelines before it.
  case legend
  case curves(Curves)
  case table(Table)
  /// Small pictures, as many in a row as fit.
  case cards([Card])
}

/// A small picture with its outcome. On a page it leads to a view.
struct Card: Sendable {
  var view: String
  var title: String
  var sentences: [Sentence]
  /// A timeline or curves; nil for none.
  var picture: Block?
}

extension [Block] {
  var scenes: [Scene] {
    flatMap { block -> [Scene] in
      switch block {
      case .timeline(let scene): [scene]
      case .cards(let cards): cards.compactMap(\.picture).scenes
      default: []
      }
    }
  }

  /// The timelines of full size among the blocks.
  var timelines: [Scene] {
    compactMap { if case .timeline(let scene) = $0 { scene } else { nil } }
  }
}
