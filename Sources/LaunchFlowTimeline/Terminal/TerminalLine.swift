/// What a stretch of terminal text means, from which its colour follows.
enum Ink: Hashable {
  case plain, strong, faint
  case good, recovered, bad
  case goodStrong, recoveredStrong, badStrong
  case work, workStrong
  case landing, deadline

  /// The parameters of the escape code, empty for plain text. The sixteen colours follow the reader's theme.
  fileprivate var code: String {
    switch self {
    case .plain: ""
    case .strong: "1"
    case .faint: "2"
    case .good: "32"
    case .recovered: "33"
    case .bad: "31"
    case .goodStrong: "1;32"
    case .recoveredStrong: "1;33"
    case .badStrong: "1;31"
    case .work: "34"
    case .workStrong: "1;34"
    case .landing: "1;36"
    case .deadline: "35"
    }
  }
}

/// One line of terminal text that knows its width.
struct TerminalLine {
  private var pieces: [(text: String, ink: Ink)] = []
  /// The columns taken so far.
  private(set) var width = 0

  init(_ text: String = "", _ ink: Ink = .plain) {
    add(text, ink)
  }

  mutating func add(_ text: String, _ ink: Ink = .plain) {
    guard !text.isEmpty else { return }
    width += text.displayWidth
    if let last = pieces.last, last.ink == ink {
      pieces[pieces.count - 1].text += text
    } else {
      pieces.append((text, ink))
    }
  }

  mutating func add(_ line: TerminalLine) {
    for piece in line.pieces { add(piece.text, piece.ink) }
  }

  mutating func pad(to column: Int) {
    if column > width { add(String(repeating: " ", count: column - width)) }
  }

  /// The text, with escape codes where colour is wanted, without blanks at its end.
  func text(isColoured: Bool) -> String {
    var pieces = pieces
    while let last = pieces.last {
      var text = last.text
      while text.last == " " { text.removeLast() }
      if text.isEmpty {
        pieces.removeLast()
      } else {
        pieces[pieces.count - 1].text = text
        break
      }
    }
    return pieces.reduce(into: "") {
      let code = isColoured && !$1.text.allSatisfy { $0 == " " } ? $1.ink.code : ""
      $0 += code.isEmpty ? $1.text : "\u{1B}[\(code)m\($1.text)\u{1B}[0m"
    }
  }

  /// Puts parts one behind another, on as many lines as the width asks for; `hang` indents all but the first.
  static func wrap(_ parts: [TerminalLine], separator: String, width: Int, hang: Int = 0) -> [TerminalLine] {
    var lines: [TerminalLine] = []
    var line = TerminalLine()
    for part in parts {
      if line.width > 0, line.width + separator.displayWidth + part.width > width {
        lines.append(line)
        line = TerminalLine(String(repeating: " ", count: hang))
      } else if line.width > 0 {
        line.add(separator, .faint)
      }
      line.add(part.cut(to: max(1, width - hang)))
    }
    if line.width > 0 { lines.append(line) }
    return lines
  }

  /// The line without what stands beyond a column.
  func cut(to column: Int) -> TerminalLine {
    guard width > column else { return self }
    var line = TerminalLine()
    for piece in pieces where line.width < column {
      line.add(piece.text.cut(to: column - line.width, ellipsis: ""), piece.ink)
    }
    return line
  }
}
