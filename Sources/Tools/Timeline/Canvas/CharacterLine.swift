/// One line of terminal text that knows its width. It contains no terminal commands except its own colours.
struct CharacterLine {
  private var pieces: [(text: String, ink: Ink)] = []
  private(set) var width = 0

  struct Ink: Hashable {
    var tone: Tone
    var isStrong = false

    /// The parameters of the escape code, empty for plain text. The sixteen colours follow the reader's theme.
    fileprivate var code: String {
      let colour =
        switch tone {
        case .plain: ""
        case .faint: "2"
        case .good: "32"
        case .recovered: "33"
        case .bad: "31"
        case .work: "34"
        case .landing: "1;36"
        case .deadline: "35"
        }
      guard isStrong, tone != .landing, tone != .faint else { return colour }
      return colour.isEmpty ? "1" : "1;" + colour
    }
  }

  init(_ text: String = "", _ tone: Tone = .plain, isStrong: Bool = false) {
    add(text, tone, isStrong: isStrong)
  }

  mutating func add(_ text: String, _ tone: Tone = .plain, isStrong: Bool = false) {
    guard !text.isEmpty else { return }
    let text = text.visible()
    append(text, text.displayWidth, Ink(tone: tone, isStrong: isStrong))
  }

  /// Adds a sign of the canvas's own, which is one column wide.
  mutating func add(_ glyph: Character, _ ink: Ink, count: Int = 1) {
    if count > 0 { append(String(repeating: glyph, count: count), count, ink) }
  }

  mutating func add(_ line: CharacterLine) {
    for piece in line.pieces { append(piece.text, piece.text.displayWidth, piece.ink) }
  }

  private mutating func append(_ text: String, _ columns: Int, _ ink: Ink) {
    width += columns
    if let last = pieces.last, last.ink == ink {
      pieces[pieces.count - 1].text += text
    } else {
      pieces.append((text, ink))
    }
  }

  mutating func pad(to column: Int) {
    if column > width { add(" ", Ink(tone: .plain), count: column - width) }
  }

  /// The text without trailing blanks, with escape codes if coloured.
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

  func cut(to column: Int) -> CharacterLine {
    guard width > column else { return self }
    var line = CharacterLine()
    for piece in pieces where line.width < column {
      line.add(
        piece.text.cut(to: column - line.width, ellipsis: ""), piece.ink.tone, isStrong: piece.ink.isStrong)
    }
    return line
  }
}
