/// The signs of a terminal timeline: drawn ones, or ASCII alone.
struct TerminalGlyphs {
  var work: Character = "━"
  var criticalWork: Character = "█"
  var fallbackWork: Character = "═"
  var criticalFallback: Character = "▓"
  var late: Character = "╌"
  var abandoned: Character = "~"
  var queued: Character = "░"
  var backoff: Character = "·"
  var poll: Character = "⋯"
  var folded: Character = "┈"
  var offline: Character = "╳"
  var groupStart: Character = "┌"
  var groupFill: Character = "─"
  var groupEnd: Character = "┐"
  var failed: Character = "✗"
  var timedOut: Character = "┫"
  var cancelled: Character = "⊘"
  var recovered: Character = "↳"
  var useFallback: Character = "◆"
  var stepDeadline: Character = "┤"
  var instant: Character = "•"
  var criticalRow: Character = "▸"
  var landing: Character = "║"
  var landingFoot: Character = "╨"
  var landingTop: Character = "╥"
  var deadline: Character = "┊"
  var axis: Character = "─"
  var tick: Character = "┬"
  var succeeded: Character = "✓"
  var skipped: Character = "–"
  var running: Character = "…"
  var ellipsis = "…"
  var separator = " · "
  var times = "×"
  var beyond = "→"
  var cumulative: Character = "█"
  var remainder: Character = "░"

  static let unicode = TerminalGlyphs()

  static let ascii = TerminalGlyphs(
    work: "=", criticalWork: "#", fallbackWork: "+", criticalFallback: "%", late: "-", abandoned: "~",
    queued: "_", backoff: ".", poll: ",", folded: ":", offline: "X", groupStart: "[", groupFill: " ",
    groupEnd: "]", failed: "x", timedOut: "T", cancelled: "/", recovered: ">", useFallback: "^",
    stepDeadline: ")", instant: "o", criticalRow: "*", landing: "|", landingFoot: "|", landingTop: "|",
    deadline: "!", axis: "-", tick: "+", succeeded: "+", skipped: "-", running: "?", ellipsis: "..",
    separator: ", ", times: "x", beyond: "->", cumulative: "#", remainder: ".")
}
