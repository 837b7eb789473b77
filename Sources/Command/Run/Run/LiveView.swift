import LaunchFlow
import LaunchFlowTimeline

/// The growing timeline of a run, drawn in place on a terminal.
final class LiveView {
  private let given: Given
  private let world: World
  private var options: TextOptions
  /// The number of lines of the last drawing.
  private var lines = 0
  private var hidesCursor = false

  /// A view on a terminal that shows the text; nil without one.
  init?(_ given: Given, _ format: OutputFormat, in world: World) {
    let writesText = format == .text || given[SharedOptions.output] != nil
    guard writesText, world.output.isTerminal(.data), world.environment["TERM"] != "dumb" else { return nil }
    self.given = given
    self.world = world
    options = TextOptions(given, in: world)
    options.showsLegend = false
  }

  /// Draws the run so far over the last drawing.
  func draw(_ trace: Trace, at now: Int64) {
    options.width = world.width(given)
    // The axis stays the same until the deadline, whenever the run lands.
    let picture = Picture(PicturedRun(trace), now: now, span: max(trace.deadline, now))
    let lines = picture.text(options).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let shown = fitting(lines, height: world.output.terminalHeight ?? 24)
    var text = hidesCursor ? "" : Self.hideCursor
    hidesCursor = true
    text += back
    // Each line is cleared before it is written. Clearing afterwards would remove the last column of a full line.
    for line in shown { text += Self.emptyLine + line + "\n" }
    text += Self.emptyBelow
    self.lines = shown.count
    world.control(text)
  }

  /// The lines that fit above the cursor's line.
  private func fitting(_ lines: ArraySlice<Substring>, height: Int) -> [Substring] {
    let room = max(2, height - 1)
    guard lines.count > room else { return Array(lines) }
    let ellipsis = options.isASCII ? "..." : "…"
    return lines.prefix(room - 1) + ["\(ellipsis) \(lines.count - room + 1) more lines"]
  }

  /// Removes the drawing, so that other lines can be written.
  func clear() {
    guard lines > 0 else { return }
    world.control(back + Self.emptyBelow)
    lines = 0
  }

  /// Removes the view and shows the cursor again.
  func end() {
    clear()
    if hidesCursor { world.control(Self.showCursor) }
    hidesCursor = false
  }

  /// Moves to the first line of the drawing.
  private var back: String { lines > 0 ? "\u{1B}[\(lines)A\r" : "\r" }

  private static let hideCursor = "\u{1B}[?25l"
  private static let showCursor = "\u{1B}[?25h"
  private static let emptyLine = "\u{1B}[2K"
  private static let emptyBelow = "\u{1B}[J"
}
