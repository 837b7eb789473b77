/// Writes a section for each object that can be reached from a definition: those within one stand behind it, what
/// is defined once comes later.
struct SchemaReferenceWriter {
  /// An object that is still to be told of.
  private struct Section {
    var title: String
    var schema: JSONValue
  }

  private let article: String
  /// The definitions that other articles tell of.
  private let told: [Schema.Definition: String]
  /// The definitions that this article tells of, in order.
  private(set) var written: [Schema.Definition] = []
  private(set) var text = ""
  private var pending: [Section] = []
  /// The objects within the section that is being written.
  private var inner: [Section] = []

  init(article: String, told: [Schema.Definition: String]) {
    self.article = article
    self.told = told
  }

  /// Tells of a definition and all that it leads to.
  mutating func write(_ root: Schema.Definition) {
    enqueue(root)
    var next = 0
    while next < pending.count {
      write(pending[next])
      next += 1
      pending.insert(contentsOf: inner, at: next)
      inner = []
    }
    pending = []
  }

  private mutating func enqueue(_ definition: Schema.Definition) {
    guard told[definition] == nil, !written.contains(definition), let title = definition.title else { return }
    written.append(definition)
    pending.append(Section(title: title, schema: Self.object(of: definition)))
  }

  /// The object that a definition comes down to: of a scenarios file, the one that is a flow's.
  private static func object(of definition: Schema.Definition) -> JSONValue {
    let schema = definition.schema.value
    return schema[keyword: "else"] ?? schema
  }

  private mutating func write(_ section: Section) {
    let heading = section.title.prefix(1).uppercased() + section.title.dropFirst()
    text += text.isEmpty ? "" : "\n"
    text += "## \(heading)\n\n"
    let properties = section.schema[keyword: "properties"]?.object?.members ?? []
    let required = section.schema[keyword: "required"]?.array?.compactMap(\.string) ?? []
    guard !properties.isEmpty else {
      text += "Holds " + holds(section.schema, key: nil, in: section.title) + ".\n"
      return
    }
    for rule in exclusions(section.schema) { text += rule + "\n\n" }
    text += "| Key | Holds | Meaning |\n| --- | --- | --- |\n"
    for property in properties {
      let name = "`\(property.name)`" + (required.contains(property.name) ? " (required)" : "")
      text += row(name, property.value, key: property.name, in: section.title)
    }
    if let rest = section.schema[keyword: "additionalProperties"], rest != false {
      text += row("any other name", rest, key: nil, in: section.title)
    }
  }

  private mutating func row(_ name: String, _ schema: JSONValue, key: String?, in title: String) -> String {
    let content = holds(schema, key: key, in: title)
    var meaning = Self.escaped(schema[keyword: "description"]?.string ?? "")
    if let value = schema[keyword: "default"] { meaning += " Default: \(Self.code(value))." }
    let examples = (schema[keyword: "examples"]?.array ?? []).map(Self.code)
    if !examples.isEmpty { meaning += " Example: " + examples.joined(separator: ", ") + "." }
    return "| \(name) | \(content) | \(meaning) |\n"
  }

  /// Which keys shut one another out, in sentences.
  private func exclusions(_ schema: JSONValue) -> [String] {
    let rules = [schema] + (schema[keyword: "allOf"]?.array ?? [])
    return rules.compactMap { rule in
      let keys = (rule[keyword: "oneOf"]?.array ?? []).compactMap { choice -> String? in
        choice[keyword: "required"]?.array?.first?.string
      }
      guard keys.count > 1 else { return nil }
      return "Exactly one of " + keys.map { "`\($0)`" }.joined(separator: ", ") + " stands in it."
    }
  }
}

extension SchemaReferenceWriter {
  /// What a value is, in words; objects within it are told of later.
  private mutating func holds(_ schema: JSONValue, key: String?, in title: String) -> String {
    if let definition = Self.reference(of: schema) {
      guard let name = definition.title else { return definition == .name ? "a name" : "anything" }
      enqueue(definition)
      guard let other = told[definition], other != article else { return name }
      return "\(name) (<doc:\(other)>)"
    }
    if let choices = schema[keyword: "anyOf"]?.array, schema[keyword: "type"] == nil {
      var words: [String] = []
      for choice in choices {
        let word = holds(choice, key: key, in: title)
        if !words.contains(word) { words.append(word) }
      }
      return words.joined(separator: ", or ")
    }
    if let words = schema[keyword: "enum"]?.array { return words.map(Self.code).joined(separator: ", ") }
    switch schema[keyword: "type"] {
    case "object": return objectHeld(schema, key: key, in: title)
    case "array":
      let element = schema[keyword: "items"] ?? [:]
      return "a list, each " + holds(element, key: key.map(Self.entry), in: title)
    case "string": return Self.string(schema)
    case "integer": return "a whole number" + Self.range(schema)
    case "number": return "a number" + Self.range(schema)
    case "boolean": return "`true` or `false`"
    case "null": return "`null`"
    case .array(let types)?: return types.compactMap(\.string).joined(separator: ", ")
    default: return "any JSON"
    }
  }

  private mutating func objectHeld(_ schema: JSONValue, key: String?, in title: String) -> String {
    guard schema[keyword: "properties"] == nil else {
      let name = "\(key.map(Self.part) ?? "an entry") of \(title)"
      if !(pending + inner).contains(where: { $0.title == name }) {
        inner.append(Section(title: name, schema: schema))
      }
      return "an object: *\(name)*"
    }
    let element = schema[keyword: "additionalProperties"] ?? [:]
    return "by name, each " + holds(element, key: key.map(Self.entry), in: title)
  }

  /// What the value of a key is called, be it already an entry's.
  private static func part(_ key: String) -> String { key.contains("`") ? key : "`\(key)`" }

  private static func entry(_ key: String) -> String { key.contains("`") ? key : "an entry of `\(key)`" }

  /// The definition that a schema refers to, be it with further demands.
  private static func reference(of schema: JSONValue) -> Schema.Definition? {
    let start = "#/definitions/"
    let parts = [schema] + (schema[keyword: "type"] == nil ? schema[keyword: "allOf"]?.array ?? [] : [])
    for part in parts {
      if let path = part[keyword: "$ref"]?.string, path.hasPrefix(start) {
        return Schema.Definition(rawValue: String(path.dropFirst(start.count)))
      }
      if part != schema, let inner = part[keyword: "allOf"]?.array?.first {
        if let path = inner[keyword: "$ref"]?.string, path.hasPrefix(start) {
          return Schema.Definition(rawValue: String(path.dropFirst(start.count)))
        }
      }
    }
    return nil
  }

  private static func string(_ schema: JSONValue) -> String {
    let pattern = schema[keyword: "pattern"]
    if pattern == Schema.duration("").value[keyword: "pattern"] { return "a duration" }
    if pattern == Schema.durationBound("").value[keyword: "pattern"] { return "a bound, such as `<=9s`" }
    if pattern == Schema.numberBound("", example: 0).value[keyword: "pattern"] {
      return "a bound on a number"
    }
    if pattern == Schema.anyName.value[keyword: "pattern"] { return "a name" }
    if pattern == Schema.pointer.value[keyword: "pattern"] { return "a JSON Pointer" }
    return "text"
  }

  private static func range(_ schema: JSONValue) -> String {
    guard let least = schema[keyword: "minimum"] else { return "" }
    guard let most = schema[keyword: "maximum"], most != .integer(.max) else {
      return " from \(least.text())"
    }
    return " from \(least.text()) to \(most.text())"
  }

  /// A value as the format writes it.
  private static func code(_ value: JSONValue) -> String {
    let text =
      (try? JSONDocument(SourceText(name: "", text: value.text()))).map(JSONLayout.line(of:)) ?? value.text()
    return "`" + escapedBar(text) + "`"
  }

  private static func escapedBar(_ text: String) -> String {
    text.map { $0 == "|" ? "\\|" : String($0) }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.map { "|*<_[]`".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

extension JSONValue {
  /// A keyword of a schema.
  fileprivate subscript(keyword name: String) -> JSONValue? { object?[name] }
}
