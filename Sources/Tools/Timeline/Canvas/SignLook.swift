/// A sign's words in legends and its drawing in every canvas.
struct SignLook {
  /// What a vector picture draws.
  enum Shape: Hashable {
    case box(Double)
    case line, wave, bracket, tail
    /// A path from the moment on.
    case path(String)
    case circle(Double)
    case none
  }

  /// The words of the legend; nil for a sign that explains itself.
  var meaning: String?
  /// Its characters; nil for a sign that characters do not show.
  var glyph: Glyph.Pair?
  /// Its colour; nil if the outcome decides.
  var tone: Tone?
  var shape: Shape
  /// The class in the style sheet; nil draws the pattern alone.
  var look: String?
  var pattern: String?

  init(
    _ meaning: String?, _ glyph: Glyph.Pair?, _ tone: Tone?, _ shape: Shape, _ look: String?,
    _ pattern: String? = nil
  ) {
    (self.meaning, self.glyph, self.tone) = (meaning, glyph, tone)
    (self.shape, self.look, self.pattern) = (shape, look, pattern)
  }
}

extension Sign {
  var look: SignLook {
    switch self {
    case .work: .init("work", ("━", "="), nil, .box(13), "work")
    case .critical: .init("critical path", ("█", "#"), nil, .box(13), "work")
    case .fallbackWork: .init("fallback request", ("═", "+"), nil, .box(13), "fallback", "dots")
    case .queued: .init("queued", ("░", "_"), .faint, .box(10), nil, "queue")
    case .backoff: .init("waits to retry", ("·", "."), .faint, .line, "wait")
    case .poll: .init("waits for the next poll", ("⋯", ","), .faint, .line, "poll")
    case .waiting: .init("waits", ("┄", ","), .faint, .line, "poll")
    case .failed: .init("failed", ("✗", "x"), .bad, .path("m-4 -4l8 8m0 -8l-8 8"), "sign")
    case .timedOut: .init("timed out", ("┫", "T"), .bad, .path("m0 -9v18"), "sign")
    case .cancelled: .init("cancelled", ("⊘", "/"), .plain, .path("m-4 9l8 -18"), "stop")
    case .fallbackDue: .init("fallback due", ("◆", "^"), .recovered, .path("m-6 0l6 -6l6 6l-6 6z"), "due")
    case .recovered:
      .init("fallback used", ("↳", ">"), .recovered, .path("m3 -8v10h7m-4 -4l4 4l-4 4"), "taken")
    case .instant: .init("took no time", ("•", "o"), nil, .circle(4), "instant")
    case .stepDeadline: .init("step deadline", ("┤", ")"), .faint, .path("m-4 -6h4v12h-4"), "mark")
    case .late: .init("late work", ("╌", "-"), .faint, .box(7), "work")
    case .abandoned: .init("ignores cancellation", ("~", "~"), .bad, .wave, "abandoned")
    case .slack: .init("slack", nil, .faint, .tail, "slack")
    case .group: .init(nil, ("─", " "), .faint, .bracket, "group")
    case .folded: .init(nil, ("┈", ":"), .faint, .box(6), "folded")
    case .wentOffline: .init(nil, ("╳", "X"), .bad, .box(16), "offline", "hatch")
    case .success: .init("good", ("·", "."), .good, .circle(3), "instant")
    case .failure: .init("failed", ("×", "x"), .bad, .path("m-4 -4l8 8m0 -8l-8 8"), "sign")
    case .noReply: .init("timed out", ("○", "o"), .bad, .circle(4.5), "hollow")
    case .calledOff: .init("called off", ("⊘", "/"), .plain, .path("m-4 6l8 -12"), "stop")
    case .unanswered: .init("no answer yet", ("◌", "-"), .plain, .circle(4), "pill")
    case .faultConfirmed: .init("fault confirmed", ("!", "!"), .bad, .path("m0 -7l6.5 12h-13z"), "bad")
    case .cleared: .init("cleared", ("✓", "v"), .good, .path("m-5 0l4 5l7 -10"), "cleared")
    case .noAnswer: .init("no answer", ("?", "?"), .recovered, .path("m-6 0l6 -6l6 6l-6 6z"), "due")
    case .pending: .init("window or suspicion", ("▒", "~"), .recovered, .box(13), "recovered", "dots")
    case .offline: .init("offline", ("█", "#"), .bad, .box(13), "bad", "hatch")
    case .partlyOffline: .init("some domains offline", ("▄", "="), .recovered, .box(7), "recovered")
    case .fault: .init("actual fault", ("░", ":"), .faint, .box(16), "fault", "queue")
    case .medium: .init(nil, ("─", "-"), .faint, .box(15), "medium")
    case .noPath: .init(nil, nil, .faint, .none, nil)
    case .background: .init("in the background", ("░", ":"), .faint, .box(12), "cancelled")
    case .notRunning: .init("not running", ("╳", "X"), .faint, .box(6), "gone")
    case .online: .init(nil, ("─", "-"), .good, .line, "online")
    case .healthy: .init(nil, ("─", "-"), .faint, .line, "healthy")
    case .spread: .init("settled, p5 to p95", ("░", "."), .faint, .box(14), "spread-band")
    case .typical: .init("median start to median end", ("━", "="), nil, .box(5), "work")
    case .median: .init(nil, ("│", "|"), .plain, .path("m0 -9v18"), "median")
    }
  }

  /// Its look for an outcome; `look` is for a good one.
  func drawn(_ outcome: Scene.Outcome) -> SignLook {
    var drawn = look
    let isBad = outcome == .failed
    switch self {
    case .fallbackWork where !isBad && outcome != .cancelled: break
    case .work, .critical, .fallbackWork, .late:
      drawn.look = outcome.look.work + (self == .late ? " late" : "")
      drawn.pattern = isBad ? "hatch" : nil
    case .instant where isBad: drawn.look = "bad"
    default: break
    }
    return drawn
  }

  var isMoment: Bool {
    switch look.shape {
    case .path, .circle: true
    case .box, .line, .wave, .bracket, .tail, .none: false
    }
  }
}

/// An outcome's drawing in every canvas.
struct OutcomeLook {
  /// The sign beside a caption.
  var glyph: Glyph.Pair
  var tone: Tone
  /// The classes of its sign and of its work in the style sheet.
  var sign: String
  var work: String
}

extension Scene.Outcome {
  var look: OutcomeLook {
    switch self {
    case .open: .init(glyph: ("…", "?"), tone: .work, sign: "faint", work: "work")
    case .succeeded: .init(glyph: ("✓", "+"), tone: .good, sign: "tone-good", work: "work")
    case .recovered: .init(glyph: ("↳", ">"), tone: .recovered, sign: "tone-recovered", work: "recovered")
    case .failed: .init(glyph: ("✗", "x"), tone: .bad, sign: "tone-bad", work: "bad")
    case .skipped: .init(glyph: ("–", "-"), tone: .faint, sign: "faint", work: "cancelled")
    case .cancelled: .init(glyph: ("⊘", "/"), tone: .faint, sign: "faint", work: "cancelled")
    }
  }
}
