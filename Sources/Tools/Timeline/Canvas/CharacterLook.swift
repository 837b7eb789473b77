/// The canvas's own signs, each with its spelling in ASCII.
enum Glyph {
  static let axis = ("─", "-") as Pair
  static let tick = ("┬", "+") as Pair
  static let critical = ("▸", "*") as Pair
  static let groupStart = ("┌", "[") as Pair
  static let groupEnd = ("┐", "]") as Pair
  static let criticalWork = ("█", "#") as Pair
  static let criticalFallback = ("▓", "%") as Pair
  /// An attempt of a fallback beside the step's own.
  static let both = ("≡", "E") as Pair
  static let filled = ("█", "#") as Pair
  static let unfilled = ("░", ".") as Pair

  typealias Pair = (drawn: Character, ascii: Character)
}

extension Scene.Limit.Kind {
  var tone: Tone {
    switch self {
    case .landing: .landing
    case .badLanding: .bad
    case .deadline: .deadline
    }
  }

  /// The characters of its line: at the ruler, in the rows and beneath them.
  var glyphs: (top: Glyph.Pair, line: Glyph.Pair, foot: Glyph.Pair) {
    switch self {
    case .landing, .badLanding: (("╥", "|"), ("║", "|"), ("╨", "|"))
    case .deadline: (("┊", "!"), ("┊", "!"), ("┊", "!"))
    }
  }
}
