extension JSONValue {
  /// Reads a text, such as the body of an answer. Of two members with one name the later one counts.
  package init(
    parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard
  ) throws(JSONSyntaxError) {
    let bytes = Array(bytes)
    self.init(nodes: try JSONScanner.scan(bytes, limits: limits)[...], bytes: bytes)
  }

  /// Reads a text.
  package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONSyntaxError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// An array or object whose content is being collected.
  private struct Frame {
    /// The index after its last descendant.
    var end: Int
    var isObject: Bool
    var key: String
    var elements: [JSONValue] = []
    var members: [JSONObject.Member] = []

    mutating func take(_ value: JSONValue, key: String) {
      if isObject {
        members.append(JSONObject.Member(name: key, value: value))
      } else {
        elements.append(value)
      }
    }

    var value: JSONValue { isObject ? .object(JSONObject(members)) : .array(elements) }
  }

  /// Builds the value of a range of nodes, without recursion.
  init(nodes: ArraySlice<JSONNode>, bytes: [UInt8]) {
    var result = JSONValue.null
    var frames: [Frame] = []
    for index in nodes.indices {
      let node = nodes[index]
      let key = index == nodes.startIndex ? "" : Self.key(of: node, bytes)
      if node.kind == .array || node.kind == .object, Int(node.next) > index + 1 {
        frames.append(Frame(end: Int(node.next), isObject: node.kind == .object, key: key))
        continue
      }
      Self.deliver(Self.leaf(node, bytes), key: key, to: &frames, or: &result)
      while let frame = frames.last, frame.end == index + 1 {
        frames.removeLast()
        Self.deliver(frame.value, key: frame.key, to: &frames, or: &result)
      }
    }
    self = result
  }

  private static func deliver(
    _ value: JSONValue, key: String, to frames: inout [Frame], or result: inout JSONValue
  ) {
    if frames.isEmpty {
      result = value
    } else {
      frames[frames.count - 1].take(value, key: key)
    }
  }

  /// A scalar, or an array or object that is empty.
  private static func leaf(_ node: JSONNode, _ bytes: [UInt8]) -> JSONValue {
    let text = bytes[Int(node.start)..<Int(node.end)]
    switch node.kind {
    case .null: return .null
    case .bool: return .bool(text.first == 0x74)
    case .number: return JSONValue(scannedNumber: String(decoding: text, as: UTF8.self))
    case .string: return .string(JSONStringBytes.decode(text, isEscaped: node.isEscaped))
    case .array: return .array([])
    case .object: return .object(JSONObject())
    }
  }

  private static func key(of node: JSONNode, _ bytes: [UInt8]) -> String {
    guard node.key >= 0 else { return "" }
    let start = Int(node.key)
    var end = start + 1
    while bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
    return JSONStringBytes.decode(bytes[start...end], isEscaped: node.isKeyEscaped)
  }
}
