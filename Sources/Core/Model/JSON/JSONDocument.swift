/// A text that was read as JSON, with the place of every key and value.
package struct JSONDocument: Sendable {
  struct Duplicate: Sendable {
    /// The later member.
    var node: Int
    /// The first member with the key.
    var first: Int
  }

  package let source: SourceText
  package let nodes: [JSONNode]
  let duplicates: [Duplicate]
  /// Finds the key that an author meant by an unknown one in an object of the format, by its name; gives nil for a key
  /// that the object has. Nil in an app.
  package var meaning: (@Sendable (JSONDocument, Int, String) -> KeyMeaning?)?

  /// Reads a text within the standard limits. Duplicate keys are kept; a reader reports them.
  package init(_ source: SourceText) throws(JSONSyntaxError) {
    self.source = source
    nodes = try JSONScanner.scan(source.bytes, limits: .standard)
    duplicates = Self.findDuplicates(nodes, source.bytes)
  }

  /// A document without a value, for a text that cannot be read.
  package init(unread source: SourceText) {
    self.source = source
    nodes = []
    duplicates = []
  }

  /// The whole value. Of two members with one name the later one counts.
  package var value: JSONValue { value(of: 0) }

  func diagnostic(_ duplicate: Duplicate) -> Diagnostic {
    Diagnostic(
      .duplicateName, "duplicate key \"\(key(of: duplicate.node) ?? "")\"",
      at: place(of: duplicate.node, .key),
      notes: [Diagnostic.Note("it appears here first", at: place(of: duplicate.first, .key))])
  }
}

extension JSONDocument {
  package func children(of node: Int) -> ChildIndices {
    ChildIndices(nodes: nodes, index: node + 1, end: Int(nodes[node].next))
  }

  package struct ChildIndices: Sequence, IteratorProtocol {
    let nodes: [JSONNode]
    var index: Int
    let end: Int

    package mutating func next() -> Int? {
      guard index < end else { return nil }
      defer { index = Int(nodes[index].next) }
      return index
    }
  }

  package func isContainer(_ node: Int) -> Bool {
    nodes[node].kind == .array || nodes[node].kind == .object
  }

  @inline(never)
  package func key(of node: Int) -> String? {
    let member = nodes[node]
    guard member.key >= 0 else { return nil }
    return JSONStringBytes.decode(
      source.bytes[member.keyRange(in: source.bytes)], isEscaped: member.isKeyEscaped)
  }

  /// The bytes of a member's key, with its quotes.
  package func keyRange(of node: Int) -> Range<Int> {
    let range = nodes[node].keyRange(in: source.bytes)
    return range.lowerBound - 1..<range.upperBound + 1
  }

  @inline(never)
  package func string(of node: Int) -> String? {
    let string = nodes[node]
    guard string.kind == .string else { return nil }
    return JSONStringBytes.decode(
      source.bytes[Int(string.start) + 1..<Int(string.end) - 1], isEscaped: string.isEscaped)
  }

  /// The names in one text, separated by commas, or by spaces if there is no comma; nil for another value.
  package func names(in node: Int) -> [String]? {
    guard let text = string(of: node), Duration(documentText: text) == nil else { return nil }
    let separator: Character = text.contains(",") ? "," : " "
    let names = text.split(separator: separator).map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return names.filter { !$0.isEmpty }
  }

  package func text(of node: Int) -> String {
    String(decoding: source.bytes[Int(nodes[node].start)..<Int(nodes[node].end)], as: UTF8.self)
  }

  package func value(of node: Int) -> JSONValue {
    JSONValue(nodes, at: node, bytes: source.bytes)
  }

  package func place(of node: Int, _ part: Place.Part = .value) -> Place {
    var tokens: [String] = []
    var current = node
    while nodes[current].parent >= 0 {
      tokens.append(key(of: current) ?? String(-2 - nodes[current].key))
      current = Int(nodes[current].parent)
    }
    return Place(JSONPointer(tokens: tokens.reversed()), part, range: range(of: node, part))
  }

  /// The range of a node; for `.key` that of its key, if it has one.
  func range(of node: Int, _ part: Place.Part) -> SourceRange {
    if part == .key, nodes[node].key >= 0 {
      let range = keyRange(of: node)
      return source.range(range.lowerBound, range.upperBound)
    }
    return source.range(Int(nodes[node].start), Int(nodes[node].end))
  }
}

extension JSONDocument {
  private static func findDuplicates(_ nodes: [JSONNode], _ bytes: [UInt8]) -> [Duplicate] {
    var found: [Duplicate] = []
    var members: [Int] = []
    for (index, node) in nodes.enumerated() where node.kind == .object {
      members.removeAll(keepingCapacity: true)
      var member = index + 1
      while member < Int(node.next) {
        members.append(member)
        member = Int(nodes[member].next)
      }
      // Comparing a few keys is faster than hashing them.
      if members.count <= 16, !members.contains(where: { nodes[$0].isKeyEscaped }) {
        compare(members, nodes, bytes, &found)
      } else {
        hash(members, nodes, bytes, &found)
      }
    }
    return found
  }

  private static func compare(
    _ members: [Int], _ nodes: [JSONNode], _ bytes: [UInt8], _ found: inout [Duplicate]
  ) {
    for (position, member) in members.enumerated() {
      let first = members[..<position].first { hasSameKey(Int(nodes[$0].key), Int(nodes[member].key), bytes) }
      if let first { found.append(Duplicate(node: member, first: first)) }
    }
  }

  private static func hash(
    _ members: [Int], _ nodes: [JSONNode], _ bytes: [UInt8], _ found: inout [Duplicate]
  ) {
    var seen: [ArraySlice<UInt8>: Int] = [:]
    seen.reserveCapacity(members.count)
    for member in members {
      let inner = bytes[nodes[member].keyRange(in: bytes)]
      let key = nodes[member].isKeyEscaped ? JSONStringBytes.unescape(inner)[...] : inner
      if let first = seen[key] {
        found.append(Duplicate(node: member, first: first))
      } else {
        seen[key] = member
      }
    }
  }

  /// Whether two keys without escapes, at their quotation marks, are equal.
  private static func hasSameKey(_ one: Int, _ other: Int, _ bytes: [UInt8]) -> Bool {
    var offset = 1
    while bytes[one + offset] == bytes[other + offset] {
      if bytes[one + offset] == 0x22 { return true }
      offset += 1
    }
    return false
  }
}
