/// A sign's look in a vector picture.
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

  init(_ shape: Shape, _ look: String?, pattern: String? = nil) {
    self.shape = shape
    self.look = look
    self.pattern = pattern
  }

  init(_ sign: Sign, _ outcome: Scene.Outcome) {
    switch sign {
    case .work, .critical: self.init(.box(13), Self.look(outcome), pattern: Self.pattern(outcome))
    case .fallbackWork:
      let isPlain = outcome != .failed && outcome != .cancelled
      self.init(
        .box(13), isPlain ? "fallback" : Self.look(outcome), pattern: isPlain ? "dots" : Self.pattern(outcome)
      )
    case .late: self.init(.box(7), "\(Self.look(outcome)) late", pattern: Self.pattern(outcome))
    case .queued: self.init(.box(10), nil, pattern: "queue")
    case .backoff: self.init(.line, "wait")
    case .poll, .waiting: self.init(.line, "poll")
    case .abandoned: self.init(.wave, "abandoned")
    case .slack: self.init(.tail, "slack")
    case .group: self.init(.bracket, "group")
    case .folded: self.init(.box(6), "folded")
    case .wentOffline: self.init(.box(16), "offline", pattern: "hatch")
    case .failed, .failure: self.init(.path("m-4 -4l8 8m0 -8l-8 8"), "sign")
    case .timedOut: self.init(.path("m0 -9v18"), "sign")
    case .cancelled: self.init(.path("m-4 9l8 -18"), "stop")
    case .fallbackDue, .noAnswer: self.init(.path("m-6 0l6 -6l6 6l-6 6z"), "due")
    case .recovered: self.init(.path("m3 -8v10h7m-4 -4l4 4l-4 4"), "taken")
    case .stepDeadline: self.init(.path("m-4 -6h4v12h-4"), "mark")
    case .instant: self.init(.circle(4), outcome == .failed ? "bad" : "instant")
    case .success: self.init(.circle(3), "instant")
    case .noReply: self.init(.circle(4.5), "hollow")
    case .calledOff: self.init(.path("m-4 6l8 -12"), "stop")
    case .unanswered: self.init(.circle(4), "pill")
    case .faultConfirmed: self.init(.path("m0 -7l6.5 12h-13z"), "bad")
    case .cleared: self.init(.path("m-5 0l4 5l7 -10"), "cleared")
    case .pending: self.init(.box(13), "recovered", pattern: "dots")
    case .offline: self.init(.box(13), "bad", pattern: "hatch")
    case .partlyOffline: self.init(.box(7), "recovered")
    case .fault: self.init(.box(16), "fault", pattern: "queue")
    case .medium: self.init(.box(15), "medium")
    case .noPath: self.init(.none, nil)
    case .background: self.init(.box(12), "cancelled")
    case .notRunning: self.init(.box(6), "gone")
    case .online: self.init(.line, "online")
    case .healthy: self.init(.line, "healthy")
    case .spread: self.init(.box(14), "spread-band")
    case .typical: self.init(.box(5), "work")
    case .median: self.init(.path("m0 -9v18"), "median")
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

  private static func pattern(_ outcome: Scene.Outcome) -> String? { outcome == .failed ? "hatch" : nil }
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

  /// The sign as a character.
  var sign: String { String(glyph.drawn) }
}
