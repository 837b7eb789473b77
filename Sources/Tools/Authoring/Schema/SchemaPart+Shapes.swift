extension SchemaPart {
  init(_ shape: Shape) {
    switch shape {
    case .any: self = .anything
    case .literal: self = .literal
    case .text(let kind): self = .text(of: kind)
    case .bool: self = .bool
    case .yes: self = Self(["type": "boolean", "enum": [true]])
    case .null: self = Self(["type": "null"])
    case .integer(let range):
      let (least, most) = (Int64(range.lowerBound), Int64(range.upperBound))
      self = Self(["type": "integer", "minimum": .integer(least), "maximum": .integer(most)])
    case .unsigned:
      self = .anyOf([
        Self(["type": "integer", "minimum": 0, "exclusiveMaximum": 18_446_744_073_709_551_616.0]),
        .text("^[0-9]{1,20}$"),
      ])
    case .number(let range) where range.upperBound.isFinite:
      let (least, most) = (range.lowerBound, range.upperBound)
      self = Self(["type": "number", "minimum": .number(least), "maximum": .number(most)])
    case .number: self = Self(["type": "number"])
    case .word(let words): self = .word(in: words)
    case .duration: self = .duration
    case .durationBound: self = .durationBound
    case .numberBound: self = .numberBound
    case .pointer: self = .pointer
    case .list(let element, let count, let isUnique):
      self = Self(["type": "array", "items": Self(element).value])
      if count.lowerBound > 0 { self["minItems"] = .integer(Int64(count.lowerBound)) }
      if count.upperBound < .max { self["maxItems"] = .integer(Int64(count.upperBound)) }
      if isUnique { self["uniqueItems"] = true }
    case .map(let element, let names):
      self = Self([
        "type": "object", "patternProperties": Self.remarks, "additionalProperties": Self(element).value,
      ])
      if names != .free { self["propertyNames"] = Self.anyOf([.text("^x-"), .text(of: names)]).value }
    case .table(let element, let names):
      let value = Self(element)
      // A header contains no line breaks.
      let content = names == .header ? value.and(.not(.text("[\\r\\n\\u0000]"))) : value
      self = Self(["type": "object", "additionalProperties": content.value])
      if names != .free { self["propertyNames"] = Self.text(of: names).value }
    case .object(let object): self = .see(object)
    case .oneOf(let shapes): self = .anyOf(shapes.map { Self($0) })
    case .withReferences(let shape): self = Self(shape).and(.see(definition: "references"))
    }
  }

  static func see(_ object: DeclaredObject) -> Self { see(definition: object.rawValue) }

  static func see(definition: String) -> Self {
    Self(["$ref": .string("#/definitions/" + definition)])
  }

  private static func text(of kind: TextKind) -> Self {
    switch kind {
    case .free: text
    case .anyName: anyName
    case .name: see(definition: "name")
    case .lane: see(definition: "name").and(no([Flow.Lane.main]))
    case .domain: anyName.and(no(["marked"] + OfflineSwitchDocument.Medium.allCases.map(\.rawValue)))
    // The notation of a number: digits and an optional point, up to 100.
    case .percentile: text("^p0*(100(\\.0*)?|[0-9]{1,2}(\\.[0-9]*)?|\\.[0-9]+)$")
    case .warningOfFlow: word(in: DiagnosticCode.silenceableInFlows.map(\.rawValue))
    case .warningOfSwitch: word(in: DiagnosticCode.silenceableInSwitches.map(\.rawValue))
    case .signal: see(definition: "name").and(no([Flow.Step.Awaited.onlineWord]))
    case .nonEmpty: text(".")
    case .input: text(#"^\$\{[^{}]+\}$"#)
    case .address: address(path: "[/?][^#$]*")
    case .baseAddress: address(path: "/[^#?$]*")
    case .path: text("^(/|\\$\\{)")
    case .method: text("^[A-Z]+$")
    case .host: text("^(\\*\\.)?([A-Za-z0-9.:\\[\\]-]|\\$\\{each\\})+$")
    case .endpoint:
      text(
        "^([A-Z]+ )?(\\*\\.[0-9A-Za-z.:\\[\\]-]+|[0-9A-Za-z:\\[\\]-]*\\.[0-9A-Za-z.:\\[\\]-]*)?/+(\\*|[^*/ ?#]*)(/(\\*|[^*/ ?#]*))*$"
      )
    case .siblingFile: text(#"^[^/\\]+\.json$"#)
    case .header: text("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
    case .typeName:
      text(#"^([A-Z][A-Za-z0-9_]*(\.[A-Z][A-Za-z0-9_]*)*|\[[A-Z][A-Za-z0-9_]*(\.[A-Z][A-Za-z0-9_]*)*\])$"#)
    case .step: text.and(no([ReservedWord.landing.rawValue]))
    case .reason: text("[^\\s]")
    }
  }

  /// An address whose host is known, or whose rest begins with a reference.
  private static func address(path: String) -> Self {
    let host = "[A-Za-z0-9._:\\[\\]-]"
    return text("^(\\$\\{|[hH][tT][tT][pP][sS]?://(\(host)*\\$|\(host)+($|\(path)(\\$|$))))")
  }
}

extension SchemaPart {
  private static let units = "([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?([0-9]+us)?([0-9]+ns)?$"
  private static let comparison = "^(>=|<=|>|<|==)"

  /// A duration with its units, the larger ones first.
  static let duration = text("^(?=[0-9])" + units)
  static let durationBound = text(comparison + " *(?=[0-9])" + units)
  /// A bound on a share or a count.
  static let numberBound = text(
    comparison + "[ \\t\\r\\n]*-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?[ \\t\\r\\n]*$")
  static let pointer = text("^(/([^/~]|~[01])*)*$")
  /// A name in kebab case, including the format's own words.
  static let anyName = text("^(?=.{1,\(String.mostBytesOfName)}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$")

  /// A name in kebab case, without the format's own words.
  static let name: Self = {
    let reserved =
      ReservedWord.allCases.map(\.rawValue) + Status.allCases.map(\.rawValue)
      + StatusGroup.allCases.map(\.rawValue)
    return anyName.and(no(reserved))
  }()

  /// Any text except these words.
  static func no(_ words: [String]) -> Self {
    not(Self(["enum": .array(words.map(JSONValue.string))]))
  }
}
