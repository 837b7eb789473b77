/// Draws a table as lines. Names shrink before figures, and bars take the remaining width.
struct CharacterTable {
  private let table: Table
  private let canvas: CharacterCanvas
  /// The width of each column's words; for a column of bars, that of the percents.
  private var widths: [Int]
  /// The cells of each bar.
  private let bar: Int

  private static let gap = 2
  private static let percents = 9

  init(_ table: Table, on canvas: CharacterCanvas) {
    self.table = table
    self.canvas = canvas
    let rows = table.rows
    widths = table.columns.indices.map { column in
      rows.reduce(canvas.shown(table.columns[column].title).displayWidth) { widest, row in
        guard column < row.count else { return widest }
        return switch row[column] {
        case .words(let words): max(widest, canvas.shown(words.text).displayWidth)
        case .share: max(widest, Self.percents)
        case .difference: widest
        }
      }
    }
    let bars = table.columns.indices.filter { column in
      rows.contains { column < $0.count && $0[column].isBar }
    }
    let all = canvas.width - Self.gap * (table.columns.count - 1)
    // First the names shrink, then the widest columns.
    let least = bars.isEmpty ? all : all - 4 * bars.count
    if let first = widths.first {
      widths[0] = max(min(8, first), min(first, least - widths.dropFirst().reduce(0, +)))
    }
    while widths.reduce(0, +) > all, let widest = widths.max(), widest > 1,
      let column = widths.lastIndex(of: widest)
    {
      widths[column] -= 1
    }
    let room = bars.isEmpty ? 0 : (all - widths.reduce(0, +)) / bars.count
    bar = room < 4 ? 0 : min(bars.count == 1 && table.columns.count < 4 ? 100 : 40, room)
  }

  func lines() -> [CharacterLine] {
    let hasHead = table.columns.contains { !$0.title.isEmpty }
    let head = hasHead ? [line(table.columns.map { .words($0.title, .faint) }, isHead: true)] : []
    let rest = table.rest.map { [CharacterLine(canvas.shown($0), .faint)] } ?? []
    return head + table.rows.map { line($0) } + rest
  }

  private func line(_ row: [Table.Cell], isHead: Bool = false) -> CharacterLine {
    var line = CharacterLine()
    var column = 0
    for (index, cell) in row.enumerated() {
      line.pad(to: column)
      let width = widths[index]
      switch cell {
      case .words(let words):
        let text = canvas.shown(words.text)
        let shown =
          index == 0
          ? text.shortened(to: width, ellipsis: canvas.ellipsis)
          : text.cut(to: width, ellipsis: canvas.ellipsis)
        if table.columns[index].isFigure { line.pad(to: column + width - shown.displayWidth) }
        line.add(shown, words.tone, isStrong: words.isStrong)
        if isHead, index < table.columns.count,
          table.rows.contains(where: { $0.count > index && $0[index].isBar })
        {
          column += bar
        }
      case .share(let share, let tone):
        fill(share, tone, rest: true, &line)
        let percent = TimeText.percent(share)
        line.pad(to: column + bar + width - percent.count)
        line.add(percent, isStrong: true)
        column += bar
      case .difference(let difference):
        fill(abs(difference), difference < 0 ? .good : .bad, rest: false, &line)
        column += bar
      }
      column += width + Self.gap
    }
    return line
  }

  private func fill(_ share: Double, _ tone: Tone, rest: Bool, _ line: inout CharacterLine) {
    let filled = Int(min(1, max(0, share)) * Double(bar) + 0.5)
    line.add(canvas.glyph(Glyph.filled), .init(tone: tone), count: filled)
    if rest { line.add(canvas.glyph(Glyph.unfilled), .init(tone: .faint), count: bar - filled) }
  }
}

extension Table.Cell {
  fileprivate var isBar: Bool {
    switch self {
    case .share, .difference: true
    case .words: false
    }
  }
}
