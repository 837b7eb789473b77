/// The canvas's own signs, each with its spelling in ASCII.
enum Glyph {
  static let axis = ("─", "-") as Pair
  static let tick = ("┬", "+") as Pair
  static let critical = ("▸", "*") as Pair
  static let groupStart = ("┌", "[") as Pair
  static let groupEnd = ("┐", "]") as Pair
  static let criticalWork = ("█", "#") as Pair
  static let criticalFallback = ("▓", "%") as Pair
  static let filled = ("█", "#") as Pair
  static let unfilled = ("░", ".") as Pair

  /// A sign, and its spelling in ASCII.
  typealias Pair = (drawn: Character, ascii: Character)
}

extension Sign {
  /// Its characters; nil for a sign that characters do not show.
  var glyph: Glyph.Pair? {
    switch self {
    case .work: ("━", "=")
    case .critical: Glyph.criticalWork
    case .fallbackWork: ("═", "+")
    case .queued: ("░", "_")
    case .backoff: ("·", ".")
    case .poll: ("⋯", ",")
    case .waiting: ("┄", ",")
    case .failed: ("✗", "x")
    case .timedOut: ("┫", "T")
    case .cancelled: ("⊘", "/")
    case .fallbackDue: ("◆", "^")
    case .recovered: ("↳", ">")
    case .instant: ("•", "o")
    case .stepDeadline: ("┤", ")")
    case .late: ("╌", "-")
    case .abandoned: ("~", "~")
    case .group: ("─", " ")
    case .folded: ("┈", ":")
    case .wentOffline: ("╳", "X")
    case .success: ("·", ".")
    case .failure: ("×", "x")
    case .noReply: ("○", "o")
    case .calledOff: ("⊘", "/")
    case .unanswered: ("◌", "-")
    case .faultConfirmed: ("!", "!")
    case .cleared: ("✓", "v")
    case .noAnswer: ("?", "?")
    case .pending: ("▒", "~")
    case .offline: ("█", "#")
    case .partlyOffline: ("▄", "=")
    case .fault, .background: ("░", ":")
    case .medium, .online, .healthy: ("─", "-")
    case .typical: ("━", "=")
    case .spread: ("░", ".")
    case .median: ("│", "|")
    case .notRunning: ("╳", "X")
    case .slack, .noPath: nil
    }
  }

  /// Its colour; nil if the outcome decides.
  var tone: Tone? {
    switch self {
    case .work, .critical, .fallbackWork, .instant, .typical: nil
    case .queued, .backoff, .poll, .waiting, .late, .slack, .group, .folded, .stepDeadline, .fault, .medium,
      .background,
      .noPath, .notRunning, .healthy, .spread:
      .faint
    case .abandoned, .wentOffline, .failed, .timedOut, .failure, .noReply, .faultConfirmed, .offline: .bad
    case .fallbackDue, .recovered, .noAnswer, .pending, .partlyOffline: .recovered
    case .success, .cleared, .online: .good
    case .cancelled, .median, .calledOff, .unanswered: .plain
    }
  }
}

extension Scene.Outcome {
  /// The sign beside a caption.
  var glyph: Glyph.Pair {
    switch self {
    case .open: ("…", "?")
    case .succeeded: ("✓", "+")
    case .recovered: ("↳", ">")
    case .failed: ("✗", "x")
    case .skipped: ("–", "-")
    case .cancelled: ("⊘", "/")
    }
  }

  var tone: Tone {
    switch self {
    case .open: .work
    case .succeeded: .good
    case .recovered: .recovered
    case .failed: .bad
    case .skipped, .cancelled: .faint
    }
  }
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
