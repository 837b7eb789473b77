/// A part of the editor schema, in the words of JSON Schema (draft-07).
struct SchemaPart: Hashable, Sendable {
  var value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
  }

  static let anything = Self([:])
  static let nothing = Self(false)

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
  /// A value of headers, parameters, conditions and inputs.
  static let literal = Self(["type": ["string", "number", "boolean"]])

  static func text(_ pattern: String) -> Self {
    Self(["type": "string", "pattern": .string(pattern)])
  }

  static func word(in words: [String]) -> Self {
    Self(["type": "string", "enum": .array(words.map(JSONValue.string))])
  }

  static let remarks: JSONValue = ["^x-": [:]]

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

  /// An object that contains only remarks.
  static let onlyRemarks = Self(["propertyNames": text("^x-").value])
}

extension SchemaPart {
  static func allOf(_ schemas: [Self]) -> Self { Self(["allOf": .array(schemas.map(\.value))]) }

  static func anyOf(_ schemas: [Self]) -> Self { Self(["anyOf": .array(schemas.map(\.value))]) }

  static func not(_ schema: Self) -> Self { Self(["not": schema.value]) }

  static func has(_ key: String) -> Self { Self(["required": [.string(key)]]) }

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
