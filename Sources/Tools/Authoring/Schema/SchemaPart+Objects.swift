extension SchemaPart {
  /// A declared object: its keys, the required ones, and those that exclude or need one another.
  init(declaredKeys keys: [DeclaredKey], of object: DeclaredObject) {
    let properties = keys.map { key in
      JSONObject.Member(name: key.name, value: Self(key, of: object).value)
    }
    self = .object(properties, required: keys.filter { $0.isRequired && $0.goesWith.isEmpty }.map(\.name))
    var rules: [Self] = []
    var choices: [[String]] = []
    for key in keys {
      if !key.choice.isEmpty, !choices.contains(key.choice) {
        choices.append(key.choice)
        rules.append(key.isChoiceRequired ? .hasOne(of: key.choice) : .hasAtMostOne(of: key.choice))
      }
      if let rule = Self.placement(of: key, in: object) { rules.append(rule) }
    }
    rules += Self.furtherRules(for: object)
    if !rules.isEmpty { self["allOf"] = .array((self["allOf"]?.array ?? []) + rules.map(\.value)) }
  }

  /// A key with its description in an editor.
  private init(_ key: DeclaredKey, of object: DeclaredObject) {
    let text = ObjectText.all[object]?[key.name]
    // The form of a step's results depends on its work; a rule of its own checks it.
    let schema = object == .step && key.name == "results" ? Self(["type": "object"]) : Self(key.shape)
    self = schema.about(text?.meaning ?? "", default: key.defaultValue, examples: text?.examples ?? [])
  }

  private static func placement(of key: DeclaredKey, in object: DeclaredObject) -> Self? {
    // The failures of a step are also allowed beside its fallbacks; a rule of its own checks them.
    guard !key.goesWith.isEmpty, !(object == .step && key.name == "failures") else { return nil }
    return when(
      .anyOf(key.goesWith.map { .has($0) }), key.isRequired ? .has(key.name) : .anything,
      otherwise: lacks(key.name, key.shape))
  }

  /// An object without a key; an empty list or map counts as absent.
  private static func lacks(_ key: String, _ shape: Shape) -> Self {
    let absent: Self =
      switch shape {
      case .list: noItem
      case .map: onlyRemarks
      case .bool: Self(["enum": [false]])
      default: .nothing
      }
    return Self(["properties": [key: absent.value]])
  }

  private static func hasOne(of keys: [String]) -> Self {
    Self(["oneOf": .array(keys.map { has($0).value })])
  }

  private static func hasAtMostOne(of keys: [String]) -> Self {
    anyOf([.not(anyOf(keys.map { has($0) })), hasOne(of: keys)])
  }

  static let noItem = Self(["maxItems": 0])

  /// The rules beyond the declaration of the keys. They are in `rules.json`.
  private static func furtherRules(for object: DeclaredObject) -> [Self] {
    (written["rules"]?.object?[object.rawValue]?.array ?? []).map { Self($0) }
  }

  /// The definitions that rules and shapes name, and that of conditions: their keys are the author's own names and a
  /// few of the format's.
  static var furtherDefinitions: [JSONObject.Member] { written["definitions"]?.object?.members ?? [] }

  private static let written =
    (try? JSONValue(parsing: AuthoringFiles.schemaRulesJson))?.object ?? JSONObject()
}
