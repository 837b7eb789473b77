extension TerminalTimeline {
  /// What ran, where and when it landed, and what one after another would have taken.
  func header() -> [TerminalLine] {
    let headline = Headline(chart, notice: options.notice, ascii: options.isASCII)
    let notice = headline.notice.map { [self.notice($0.style, $0.text)] } ?? []
    let lines =
      [headline.title, headline.outcome].map { $0.map(line) } + [notice, headline.serial.map(line)]
    return lines.flatMap {
      TerminalLine.wrap($0, separator: glyphs.separator, width: options.width, hang: 2)
    }
  }

  private func line(_ part: Headline.Part) -> TerminalLine {
    var line = TerminalLine()
    for stretch in part.stretches { line.add(printable(stretch.text), stretch.tone.ink) }
    return line
  }

  private func notice(_ style: String, _ text: String) -> TerminalLine {
    let room = options.width - style.count - 5
    return TerminalLine("\(style) \"\(printable(text).cut(to: room, ellipsis: glyphs.ellipsis))\"")
  }
}

extension Headline.Tone {
  /// How a terminal shows it.
  var ink: Ink {
    switch self {
    case .plain: .plain
    case .strong: .strong
    case .faint: .faint
    case .landing: .landing
    case .warning: .recovered
    case .bad: .bad
    }
  }
}
