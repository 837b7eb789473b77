import LaunchFlow
import LaunchFlowTimeline

/// The timeline of a run that goes on, drawn in place on a terminal.
final class LiveView {
  private let given: Given
  private let world: World
  private var options: TerminalTimeline.Options
  /// How many lines stand there from the last time.
  private var lines = 0
  private var hidesCursor = false

  /// A view where a person looks at the text; nil elsewhere.
  init?(_ given: Given, _ format: SimulateCommand.Format, in world: World) {
    let writesText = format == .text || given[SimulateCommand.output] != nil
    guard writesText, world.output.isTerminal(.data), world.environment["TERM"] != "dumb" else { return nil }
    self.given = given
    self.world = world
    options = TerminalTimeline.Options()
    options.isColoured = world.colors(.data, given)
    options.isASCII = given[SharedOptions.ascii]
    options.showsLegend = false
  }

  /// Draws the run as far as it has come, in place of what was drawn before.
  func draw(_ trace: Trace, at now: Int64) {
    options.width = world.width(given)
    options.now = now
    // The axis stands still until the deadline, whenever the run lands.
    options.span = max(trace.deadline, now)
    let shown = fitting(
      TerminalTimeline.text(trace, options: options).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast(), height: world.output.terminalHeight ?? 24)
    var text = hidesCursor ? "" : Self.hideCursor
    hidesCursor = true
    text += back
    // Emptied before it is written: a line as wide as the terminal would lose its last column afterwards.
    for line in shown { text += Self.emptyLine + line + "\n" }
    text += Self.emptyBelow
    lines = shown.count
    world.print(text)
  }

  /// As many lines as fit above the one that the cursor stands on.
  private func fitting(_ lines: ArraySlice<Substring>, height: Int) -> [Substring] {
    let room = max(2, height - 1)
    guard lines.count > room else { return Array(lines) }
    let ellipsis = options.isASCII ? "..." : "…"
    return lines.prefix(room - 1) + ["\(ellipsis) \(lines.count - room + 1) more lines"]
  }

  /// Takes away what is drawn, so that other lines can be written.
  func clear() {
    guard lines > 0 else { return }
    world.print(back + Self.emptyBelow)
    lines = 0
  }

  /// Takes the view away and gives the cursor back.
  func end() {
    clear()
    if hidesCursor { world.print(Self.showCursor) }
    hidesCursor = false
  }

  /// To the first line that stands there.
  private var back: String { lines > 0 ? "\u{1B}[\(lines)A\r" : "\r" }

  private static let hideCursor = "\u{1B}[?25l"
  private static let showCursor = "\u{1B}[?25h"
  private static let emptyLine = "\u{1B}[2K"
  private static let emptyBelow = "\u{1B}[J"
}
