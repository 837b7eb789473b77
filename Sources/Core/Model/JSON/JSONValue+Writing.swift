extension JSONValue {
  package enum Layout: Sendable {
    /// On one line, without any space.
    case compact
    /// One element a line, indented by two spaces a level.
    case pretty
  }

  /// The value as JSON text. A number that JSON cannot write (one that is not finite) becomes null.
  package func text(_ layout: Layout = .compact) -> String {
    String(decoding: utf8(layout), as: UTF8.self)
  }

  package func utf8(_ layout: Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self)
    return writer.bytes
  }
}

private struct JSONWriter {
  let layout: JSONValue.Layout
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  init(layout: JSONValue.Layout) {
    self.layout = layout
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .integer(let value): write(String(value))
    case .double(let value): write(value.isFinite ? Self.text(of: value) : "null")
    case .string(let value): write(string: value)
    case .array(let elements):
      begin("[")
      for (position, element) in elements.enumerated() {
        separate(position)
        write(element)
      }
      end("]", isEmpty: elements.isEmpty)
    case .object(let object):
      begin("{")
      for (position, member) in object.members.enumerated() {
        separate(position)
        write(string: member.name)
        write(layout == .pretty ? ": " : ":")
        write(member.value)
      }
      end("}", isEmpty: object.members.isEmpty)
    }
  }

  private mutating func begin(_ bracket: String) {
    write(bracket)
    depth += 1
  }

  private mutating func end(_ bracket: String, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { breakLine() }
    write(bracket)
  }

  private mutating func separate(_ position: Int) {
    if position > 0 { write(",") }
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    write("\n")
    for _ in 0..<depth { write("  ") }
  }

  private mutating func write(_ text: String) { bytes += text.utf8 }

  /// The shortest text that reads as the same number.
  private static func text(of value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private mutating func write(string: String) {
    bytes.append(0x22)
    // Most strings are plain ASCII.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      bytes += string.utf8
    } else {
      for scalar in string.unicodeScalars {
        if let escape = Self.escape(scalar) { write(escape) } else { bytes += scalar.utf8 }
      }
    }
    bytes.append(0x22)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{8}": return "\\b"
    case "\u{C}": return "\\f"
    // Beyond the grammar: a terminal must not obey C1 controls, separators and bidirectional marks in JSON output.
    case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}"..."\u{200F}", "\u{2028}"..."\u{202E}",
      "\u{2066}"..."\u{2069}", "\u{FEFF}":
      let code = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - code.count) + code
    default: return nil
    }
  }
}
