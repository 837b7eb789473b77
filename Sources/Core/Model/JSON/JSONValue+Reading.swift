extension JSONValue {
  /// Reads a text, such as the body of an answer. Of two members with one name the later one counts.
  package init(
    parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard
  ) throws(JSONSyntaxError) {
    let bytes = Array(bytes)
    self.init(try JSONScanner.scan(bytes, limits: limits), at: 0, bytes: bytes)
  }

  /// Reads a text.
  package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONSyntaxError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// Builds the value of a node. No text is so deep that this exhausts a stack.
  init(_ nodes: [JSONNode], at index: Int, bytes: [UInt8]) {
    let node = nodes[index]
    var child = index + 1
    switch node.kind {
    case .array:
      var elements: [JSONValue] = []
      while child < Int(node.next) {
        elements.append(JSONValue(nodes, at: child, bytes: bytes))
        child = Int(nodes[child].next)
      }
      self = .array(elements)
    case .object:
      var members: [JSONObject.Member] = []
      while child < Int(node.next) {
        let name = JSONStringBytes.decode(
          bytes[nodes[child].keyRange(in: bytes)], isEscaped: nodes[child].isKeyEscaped)
        members.append(JSONObject.Member(name: name, value: JSONValue(nodes, at: child, bytes: bytes)))
        child = Int(nodes[child].next)
      }
      self = .object(JSONObject(members))
    case .null, .bool, .number, .string: self = Self.scalar(node, bytes)
    }
  }

  private static func scalar(_ node: JSONNode, _ bytes: [UInt8]) -> JSONValue {
    let text = bytes[Int(node.start)..<Int(node.end)]
    switch node.kind {
    case .bool: return .bool(text.first == 0x74)
    case .number: return JSONValue(scannedNumber: String(decoding: text, as: UTF8.self))
    case .string:
      return .string(JSONStringBytes.decode(text.dropFirst().dropLast(), isEscaped: node.isEscaped))
    case .null, .array, .object: return .null
    }
  }
}
