extension JSONValue {
  /// How a value is laid out as text.
  public enum Layout: Hashable, Sendable {
    /// On one line, without any space.
    case compact
    /// One element a line, indented by two spaces a level.
    case pretty
  }

  /// The value as JSON text. A number that JSON cannot write (one that is not finite) becomes null.
  public func text(_ layout: Layout = .compact) -> String {
    var writer = JSONWriter(layout: layout)
    writer.write(self)
    return writer.text
  }
}

/// Writes values as JSON text, without recursion.
struct JSONWriter {
  /// The values that are still to be written.
  private enum Pending {
    case value(JSONValue)
    case member(JSONObject.Member)
    case separator
    case end(String)
  }

  let layout: JSONValue.Layout
  private(set) var text = ""
  private var depth = 0

  init(layout: JSONValue.Layout) {
    self.layout = layout
  }

  mutating func write(_ value: JSONValue) {
    var pending: [Pending] = [.value(value)]
    while let next = pending.popLast() {
      switch next {
      case .value(let value): begin(value, &pending)
      case .member(let member):
        write(string: member.name)
        text += layout == .pretty ? ": " : ":"
        begin(member.value, &pending)
      case .separator:
        text += ","
        breakLine()
      case .end(let bracket):
        depth -= 1
        breakLine()
        text += bracket
      }
    }
  }

  private mutating func begin(_ value: JSONValue, _ pending: inout [Pending]) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .double(let value): text += value.isFinite ? Self.text(of: value) : "null"
    case .string(let value): write(string: value)
    case .array(let elements):
      guard !elements.isEmpty else { return text += "[]" }
      push(elements.map(Pending.value), "[", "]", &pending)
    case .object(let object):
      guard !object.members.isEmpty else { return text += "{}" }
      push(object.members.map(Pending.member), "{", "}", &pending)
    }
  }

  private mutating func push(
    _ content: [Pending], _ opening: String, _ closing: String, _ pending: inout [Pending]
  ) {
    text += opening
    depth += 1
    breakLine()
    pending.append(.end(closing))
    for (index, element) in content.enumerated().reversed() {
      pending.append(element)
      if index > 0 { pending.append(.separator) }
    }
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    text += "\n"
    for _ in 0..<depth { text += "  " }
  }

  /// The shortest text that reads as the same number.
  private static func text(of value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private mutating func write(string: String) {
    text += "\""
    // Most strings hold nothing to escape.
    if string.unicodeScalars.allSatisfy({ Self.escape($0) == nil }) {
      text += string
    } else {
      for scalar in string.unicodeScalars {
        if let escape = Self.escape(scalar) {
          text += escape
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
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
