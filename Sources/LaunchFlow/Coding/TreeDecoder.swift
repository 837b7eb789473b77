/// Decodes from a parsed tree, with the results and errors of `JSONDecoder`.
struct TreeDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: JSONValue, at codingPath: [any CodingKey] = []) {
    self.value = value
    self.codingPath = codingPath
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let scalar = type as? any JSONScalar.Type else { return try Value(from: self) }
    // `JSONDecoder` calls null a boolean of the wrong type, and every other scalar missing.
    if case .null = value, type != Bool.self {
      throw missing(type, "Cannot get value of type \(type) -- found null value instead.")
    }
    guard let read = try scalar.read(value, at: codingPath) as? Value else { throw mismatch(scalar.expected) }
    return read
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch value {
    case .object(let object): return KeyedDecodingContainer(KeyedTree(object, at: codingPath))
    case .null:
      throw missing([String: Any].self, "Cannot get keyed decoding container -- found null value instead.")
    default: throw mismatch([String: Any].self)
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .array(let elements): return UnkeyedTree(elements, at: codingPath)
    case .null:
      throw missing([Any].self, "Cannot get unkeyed decoding container -- found null value instead.")
    default: throw mismatch([Any].self)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func missing(_ type: Any.Type, _ description: String) -> DecodingError {
    .valueNotFound(type, DecodingError.Context(codingPath: codingPath, debugDescription: description))
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    let found =
      switch value {
      case .null: "null"
      case .bool: "bool"
      case .integer, .double: "number"
      case .string: "a string"
      case .array: "an array"
      case .object: "a dictionary"
      }
    return .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "Expected to decode \(type) but found \(found) instead."))
  }
}

extension TreeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    if case .null = value { true } else { false }
  }
}

/// The members of an object.
private struct KeyedTree<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let codingPath: [any CodingKey]
  private let object: JSONObject
  /// By name; nil for an object so small that a search is faster.
  private let values: [String: JSONValue]?

  init(_ object: JSONObject, at codingPath: [any CodingKey]) {
    self.object = object
    self.codingPath = codingPath
    values =
      object.members.count > 16
      ? Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }) : nil
  }

  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { value(of: key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { superDecoder(TreeKey.superclass) }

  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(key) }

  private func superDecoder(_ key: any CodingKey) -> TreeDecoder {
    TreeDecoder(value(of: key) ?? .null, at: codingPath + [key])
  }

  private func decoder(_ key: Key) throws -> TreeDecoder {
    guard let value = value(of: key) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "No value associated with key \"\(key.stringValue)\"."))
    }
    return TreeDecoder(value, at: codingPath + [key])
  }

  private func value(of key: any CodingKey) -> JSONValue? {
    if let values { values[key.stringValue] } else { object[key.stringValue] }
  }
}

/// The elements of an array, from the next one on.
private struct UnkeyedTree: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey]
  private let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(_ elements: [JSONValue], at codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNull = try next(Never.self).decodeNil()
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try next(type).decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try next(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next((any UnkeyedDecodingContainer).self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next((any Decoder).self)
    currentIndex += 1
    return decoder
  }

  private func next(_ type: Any.Type) throws -> TreeDecoder {
    let path = codingPath + [TreeKey(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: path, debugDescription: "Unkeyed container is at end."))
    }
    return TreeDecoder(elements[currentIndex], at: path)
  }
}
