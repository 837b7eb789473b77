/// A part of the editor schema, in the words of JSON Schema (draft-07).
struct SchemaPart: Hashable, Sendable {
  var value: JSONValue

  init(_ keywords: KeyValuePairs<String, JSONValue>) {
    value = .object(JSONObject(keywords.map { JSONObject.Member(name: $0.key, value: $0.value) }))
  }

  init(value: JSONValue) {
    self.value = value
  }

  static let anything = Self([:])
  static let nothing = Self(value: false)

  subscript(keyword: String) -> JSONValue? {
    get { value.object?[keyword] }
    set {
      guard var object = value.object else { return }
      object[keyword] = newValue
      value = .object(object)
    }
  }

  /// A copy with a description for editors.
  func about(_ description: String, default: JSONValue? = nil, examples: [JSONValue] = []) -> Self {
    // Validators ignore keywords beside a reference.
    var schema = self["$ref"] == nil ? self : .allOf([self])
    schema["description"] = .string(description)
    schema["default"] = `default`
    if !examples.isEmpty { schema["examples"] = .array(examples) }
    return schema
  }

  func and(_ rules: Self...) -> Self {
    var schema = self["$ref"] == nil ? self : .allOf([self])
    schema["allOf"] = .array((schema["allOf"]?.array ?? []) + rules.map(\.value))
    return schema
  }
}

extension SchemaPart {
  static let bool = Self(["type": "boolean"])
  static let text = Self(["type": "string"])
  static let number = Self(["type": "number"])
  /// A value of headers, parameters, conditions and inputs.
  static let literal = Self(["type": ["string", "number", "boolean"]])

  static func text(_ pattern: String) -> Self {
    Self(["type": "string", "pattern": .string(pattern)])
  }

  static func integer(_ range: ClosedRange<Int64>) -> Self {
    Self(["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
  }

  static func number(_ range: ClosedRange<Double>) -> Self {
    Self(["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
  }

  static func word(in words: [String]) -> Self {
    Self(["type": "string", "enum": .array(words.map(JSONValue.string))])
  }

  static func list(of element: Self, atLeast count: Int64 = 0) -> Self {
    var schema = Self(["type": "array", "items": element.value])
    if count > 0 { schema["minItems"] = .integer(count) }
    return schema
  }
}

extension SchemaPart {
  private static let remarks: JSONValue = ["^x-": [:]]

  /// An object with the format's own keys, and the author's remarks.
  static func object(_ properties: [JSONObject.Member], required: [String] = []) -> Self {
    var schema = Self([
      "type": "object",
      "properties": .object(JSONObject(properties)),
      "patternProperties": remarks,
      "additionalProperties": false,
    ])
    if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
    return schema
  }

  /// An object with the author's own names as keys, and remarks.
  static func map(of element: Self, names: Self = .anything) -> Self {
    var schema = Self([
      "type": "object", "patternProperties": remarks, "additionalProperties": element.value,
    ])
    if names != .anything { schema["propertyNames"] = anyOf([text("^x-"), names]).value }
    return schema
  }

  /// An object with the protocol's names as keys, in which `x-` is not special.
  static func table(of element: Self, names: Self = .anything) -> Self {
    var schema = Self(["type": "object", "additionalProperties": element.value])
    if names != .anything { schema["propertyNames"] = names.value }
    return schema
  }

  /// An object that contains only remarks.
  static let onlyRemarks = Self(["propertyNames": text("^x-").value])
}

extension SchemaPart {
  static func allOf(_ schemas: [Self]) -> Self { Self(["allOf": .array(schemas.map(\.value))]) }

  static func anyOf(_ schemas: [Self]) -> Self { Self(["anyOf": .array(schemas.map(\.value))]) }

  static func not(_ schema: Self) -> Self { Self(["not": schema.value]) }

  /// An object with at least one of these keys.
  static func has(_ keys: String...) -> Self {
    guard keys.count > 1 else { return Self(["required": .array(keys.map(JSONValue.string))]) }
    return anyOf(keys.map { has($0) })
  }

  /// An object whose present members have these forms.
  static func members(_ properties: KeyValuePairs<String, Self>) -> Self {
    Self([
      "properties": .object(
        JSONObject(properties.map { JSONObject.Member(name: $0.key, value: $0.value.value) }))
    ])
  }

  static func when(_ premise: Self, _ conclusion: Self, otherwise: Self? = nil) -> Self {
    var schema = Self(["if": premise.value, "then": conclusion.value])
    schema["else"] = otherwise?.value
    return schema
  }
}
