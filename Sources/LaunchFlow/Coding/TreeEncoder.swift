/// A value that is being encoded: containers fill it in, in the order of the calls.
final class EncodedNode {
  private enum Content {
    case nothing
    case scalar(JSONValue)
    case elements([EncodedNode])
    case members(names: [String], nodes: [EncodedNode], places: [String: Int])
  }

  private var content = Content.nothing

  /// What has been encoded; an empty object if nothing has.
  var value: JSONValue {
    switch content {
    case .nothing: .object(JSONObject())
    case .scalar(let value): value
    case .elements(let nodes): .array(nodes.map(\.value))
    case .members(let names, let nodes, _):
      .object(JSONObject(zip(names, nodes).map { JSONObject.Member(name: $0, value: $1.value) }))
    }
  }

  var elementCount: Int {
    if case .elements(let nodes) = content { nodes.count } else { 0 }
  }

  func encode(_ value: some Encodable, at path: [any CodingKey]) throws {
    if let scalar = value as? any JSONScalar {
      set(try scalar.json(at: path))
    } else {
      try value.encode(to: TreeEncoder(self, at: path))
    }
  }

  func set(_ value: JSONValue) {
    content = .scalar(value)
  }

  func becomeArray() {
    if case .elements = content { return }
    content = .elements([])
  }

  func becomeObject() {
    if case .members = content { return }
    content = .members(names: [], nodes: [], places: [:])
  }

  /// A further element.
  func append() -> EncodedNode {
    let node = EncodedNode()
    guard case .elements(var nodes) = content else { return node }
    content = .nothing
    nodes.append(node)
    content = .elements(nodes)
    return node
  }

  /// The member of a name; a new one takes the place of an older one unless `keeps`.
  func member(_ name: String, keeps: Bool) -> EncodedNode {
    let node = EncodedNode()
    guard case .members(var names, var nodes, var places) = content else { return node }
    if let place = places[name] {
      if keeps { return nodes[place] }
      nodes[place] = node
    } else {
      content = .nothing
      places[name] = nodes.count
      names.append(name)
      nodes.append(node)
    }
    content = .members(names: names, nodes: nodes, places: places)
    return node
  }
}

/// Encodes into a tree, with the results and errors of `JSONEncoder`; members come in the order of the calls.
struct TreeEncoder: Encoder {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ node: EncodedNode, at codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(KeyedTree(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return UnkeyedTree(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension TreeEncoder: SingleValueEncodingContainer {
  func encodeNil() { node.set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { try node.encode(value, at: codingPath) }
}

private struct KeyedTree<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { node.member(key.stringValue, keeps: false).set(.null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try node.member(key.stringValue, keeps: false).encode(value, at: codingPath + [key])
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(key, keeps: true).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key, keeps: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(TreeKey.superclass, keeps: false) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key, keeps: false) }

  private func encoder(_ key: any CodingKey, keeps: Bool) -> TreeEncoder {
    TreeEncoder(node.member(key.stringValue, keeps: keeps), at: codingPath + [key])
  }
}

private struct UnkeyedTree: UnkeyedEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  var count: Int { node.elementCount }

  func encodeNil() { node.append().set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    let path = codingPath + [TreeKey(intValue: count)]
    try node.append().encode(value, at: path)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> TreeEncoder {
    let path = codingPath + [TreeKey(intValue: count)]
    return TreeEncoder(node.append(), at: path)
  }
}
