/// What a vector picture draws for a sign.
struct VectorLook {
  enum Shape: Hashable {
    /// A box of this height.
    case box(Double)
    case line, wave, bracket, tail
    /// A path from the moment on.
    case path(String)
    /// A circle of this radius.
    case circle(Double)
    case none
  }

  var shape: Shape
  /// The class in the style sheet; nil draws the pattern alone.
  var look: String?
  var pattern: String?
}

extension VectorLook {
  init(_ sign: Sign, _ outcome: Scene.Outcome) {
    self = sign.look.drawn
    let isBad = outcome == .failed
    switch sign {
    case .fallbackWork where !isBad && outcome != .cancelled: return
    case .work, .critical, .fallbackWork, .late:
      (look, pattern) = (Self.look(outcome) + (sign == .late ? " late" : ""), isBad ? "hatch" : nil)
    case .instant where isBad: look = "bad"
    default: return
    }
  }

  private static func look(_ outcome: Scene.Outcome) -> String {
    switch outcome {
    case .succeeded, .open: "work"
    case .recovered: "recovered"
    case .failed: "bad"
    case .skipped, .cancelled: "cancelled"
    }
  }
}

extension Scene.Outcome {
  /// The class of its sign.
  var look: String {
    switch self {
    case .succeeded: "tone-good"
    case .recovered: "tone-recovered"
    case .failed: "tone-bad"
    case .open, .skipped, .cancelled: "faint"
    }
  }

  var sign: String { String(glyph.drawn) }
}
