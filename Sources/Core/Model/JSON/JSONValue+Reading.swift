extension JSONValue {
  /// Reads a text. Of two members with one name the later one counts.
  package init(
    parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard
  ) throws(JSONSyntaxError) {
    let bytes = Array(bytes)
    self.init(try JSONScanner.scan(bytes, limits: limits), at: 0, bytes: bytes)
  }

  /// Reads the body of an answer, without the members of objects that are null.
  package init(parsingAnswer bytes: [UInt8]) throws(JSONSyntaxError) {
    self = try JSONValue(parsing: bytes).droppingNulls()
  }

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
        let value = JSONValue(nodes, at: child, bytes: bytes)
        members.append(JSONObject.Member(name: name, value: value))
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
    case .number:
      // Whole numbers of 64 bits stay exact.
      let text = String(decoding: text, as: UTF8.self)
      return Int64(text).map { .integer($0) } ?? .number(Double(text) ?? 0)
    case .string:
      return .string(JSONStringBytes.decode(text.dropFirst().dropLast(), isEscaped: node.isEscaped))
    case .null, .array, .object: return .null
    }
  }

  /// The value without the members of objects that are null, at any depth.
  package func droppingNulls() -> JSONValue {
    switch self {
    case .null, .bool, .integer, .double, .string: return self
    case .array(var elements):
      for index in elements.indices { elements[index] = elements[index].droppingNulls() }
      return .array(elements)
    case .object(let object):
      var members: [JSONObject.Member] = []
      for member in object.members {
        if case .null = member.value { continue }
        members.append(JSONObject.Member(name: member.name, value: member.value.droppingNulls()))
      }
      return .object(JSONObject(members))
    }
  }
}
