/// Writes diagnostics for people: place and message, the line with a mark under the place, advice and notes.
package struct DiagnosticText: Sendable {
  /// A part of the text, which may be coloured.
  package enum Role: Hashable, Sendable {
    /// `file:line:column:`
    case position
    /// The word `error:`, `warning:`, `note:` or `help:`.
    case error, warning, note, help
    case message
    /// `[LF004]`
    case code
    /// The bar and line number beside a line.
    case gutter
    case line
    /// The mark under the place.
    case mark
  }

  private let source: SourceText
  private let name: String
  private let width: Int
  private let style: @Sendable (String, Role) -> String

  /// Writes diagnostics of a text. The style may colour each part; the width, in columns, limits the quoted lines.
  package init(
    _ source: SourceText, width: Int = 120,
    style: @escaping @Sendable (String, Role) -> String = { text, _ in text }
  ) {
    self.source = source
    name = source.name.visible
    self.width = min(max(width, 40), 10_000)
    self.style = style
  }

  /// The text of one diagnostic, each line with its line end.
  package func text(_ diagnostic: Diagnostic) -> String {
    let role: Role = diagnostic.severity == .error ? .error : .warning
    var text = head(diagnostic.place, diagnostic.severity.rawValue, role, diagnostic.message)
    text += " " + style("[\(diagnostic.code.rawValue)]", .code) + "\n"
    let isSecret = diagnostic.code == .secretLiteral || hasUser(diagnostic.place)
    text += excerpt(diagnostic.place, isHidden: isSecret)
    if let advice = diagnostic.advice {
      text += "  " + style("help:", .help) + " " + style(advice.visible, .message) + "\n"
    }
    for note in diagnostic.notes {
      text += head(note.place, "note", .note, note.message) + "\n" + excerpt(note.place)
    }
    return text
  }

  package func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { text($0) }.joined()
  }

  private func head(_ place: Place, _ word: String, _ role: Role, _ message: String) -> String {
    style(position(place) + ":", .position) + " " + style(word + ":", role) + " "
      + style(message.visible, .message)
  }

  private func position(_ place: Place) -> String {
    guard let start = place.range?.start else { return name }
    return "\(name):\(start.line):\(start.column)"
  }

  /// Whether an address with a user name, and so probably with a password, is at fault.
  private func hasUser(_ place: Place) -> Bool {
    guard let range = place.range, range.end.offset - range.start.offset < 2_000 else { return false }
    let value = String(decoding: source.bytes[range.start.offset..<range.end.offset], as: UTF8.self)
    return value.split(separator: "://").dropFirst().contains { $0.prefix { $0 != "/" }.contains("@") }
  }

  /// The line with a mark under the place. A secret is hidden, so that it does not get into logs, too.
  private func excerpt(_ place: Place, isHidden: Bool = false) -> String {
    guard let range = place.range else { return "" }
    var bytes = source.bytes(ofLine: range.start.line)
    if isHidden {
      let inside = range.start.offset + 1..<max(range.end.offset - 1, range.start.offset + 1)
      for index in inside.clamped(to: bytes.indices) { bytes[index] = UInt8(ascii: "*") }
    }
    let number = String(range.start.line)
    let blank = String(repeating: " ", count: number.count)
    let quote = LineExcerpt(
      bytes, from: range.start.offset,
      to: range.end.line == range.start.line ? range.end.offset : nil, width: width - number.count - 4)
    return style(" \(number) |", .gutter) + (quote.line.isEmpty ? "" : " " + style(quote.line, .line)) + "\n"
      + style(" \(blank) |", .gutter) + " " + quote.indent + style(quote.mark, .mark) + "\n"
  }
}

/// The part of a line around a place that fits the width, and the mark under it.
struct LineExcerpt {
  private(set) var line = ""
  private(set) var indent = ""
  private(set) var mark = "^"

  /// Takes the bytes of a line, whose indices are offsets in the text, and the place's offsets within it. If
  /// the place ends on another line, the mark reaches this line's end.
  init(_ bytes: ArraySlice<UInt8>, from start: Int, to end: Int?, width: Int) {
    let start = Self.scalarStart(bytes, min(max(start, bytes.startIndex), bytes.endIndex))
    var end = min(max(end ?? bytes.endIndex, start), bytes.endIndex)
    while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end += 1 }
    // In a very long line, only the bytes near the place are read; a scalar has up to four bytes.
    let first = Self.scalarStart(bytes, max(bytes.startIndex, start - 4 * width))
    let last = Self.scalarStart(bytes, min(bytes.endIndex, start + 8 * width))
    // The parts are escaped one by one, so a log command across two parts needs all its signs escaped.
    let hasLogCommand = Self.hasLogCommand(bytes[first..<last])
    let parts = [first..<start, start..<max(start, min(end, last)), min(max(end, start), last)..<last]
    let (before, marked, after) = (
      Self.shown(bytes[parts[0]], hasLogCommand), Self.shown(bytes[parts[1]], hasLogCommand),
      Self.shown(bytes[parts[2]], hasLogCommand)
    )
    let markWidth = min(max(marked.displayWidth, 1), max(width / 2, 1))
    let room = max(width - markWidth - 2, 1)
    let hasRoom = before.displayWidth + min(after.displayWidth, 16) <= room
    let lead = before.suffix(columns: hasRoom ? room : room * 2 / 3)
    let leadIsCut = first > bytes.startIndex || lead.count < before.count
    let whole = marked + after
    let rest = whole.prefix(columns: width - lead.displayWidth - 2)
    let restIsCut = last < bytes.endIndex || rest.count < whole.count
    line = (leadIsCut ? "…" : "") + lead + rest + (restIsCut ? "…" : "")
    while line.hasSuffix(" ") { line.removeLast() }
    indent = String(repeating: " ", count: lead.displayWidth + (leadIsCut ? 1 : 0))
    mark = "^" + String(repeating: "~", count: max(markWidth - 1, 0))
  }

  /// The nearest offset at or before this one at which a scalar begins.
  private static func scalarStart(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int {
    var offset = offset
    while offset > bytes.startIndex, offset < bytes.endIndex, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  private static func hasLogCommand(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.contains(UInt8(ascii: "#")) else { return false }
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    return scalars.indices.contains { String.opensLogCommand(scalars, at: $0) }
  }

  /// The visible text. A tab becomes two spaces.
  private static func shown(_ bytes: ArraySlice<UInt8>, _ hasLogCommand: Bool) -> String {
    let raw = String(decoding: bytes, as: UTF8.self)
    let text = (bytes.contains(UInt8(ascii: "\t")) ? raw.replacing("\t", with: "  ") : raw).visible
    return hasLogCommand ? text.replacing("#", with: "\\u{23}") : text
  }
}
