extension JSONDocument {
  /// The text with a member appended to the object at a path, otherwise unchanged; nil if there is no object.
  func inserting(_ key: String, _ value: JSONValue, into path: JSONPointer) -> [UInt8]? {
    edit(.object(JSONObject([.init(name: key, value: value)])), path).map { offset, text in
      source.bytes[..<offset] + text + source.bytes[offset...]
    }
  }

  func node(at path: JSONPointer) -> Int? {
    var node = 0
    for token in path.tokens {
      guard let next = child(token, of: node) else { return nil }
      node = next
    }
    return node
  }

  private func child(_ token: String, of node: Int) -> Int? {
    guard isContainer(node) else { return nil }
    let isObject = nodes[node].kind == .object
    return children(of: node).enumerated().first { index, child in
      isObject ? key(of: child) == token : String(index) == token
    }?.element
  }

  /// The place of a path's value, or of the innermost value around it that exists.
  package func nearestPlace(to path: JSONPointer) -> Place {
    let resolver = PlaceResolver(self)
    var node = 0
    for token in path.tokens {
      guard let next = resolver.child(token, of: node) else { break }
      node = next
    }
    return place(of: node, nodes[node].key >= 0 && isContainer(node) ? .key : .value)
  }

  private func edit(_ member: JSONValue, _ path: JSONPointer) -> (offset: Int, text: [UInt8])? {
    guard let index = node(at: path), nodes[index].kind == .object,
      let json = try? JSONDocument(SourceText(name: source.name, text: member.text()))
    else { return nil }
    guard let last = children(of: index).reduce(nil, { $1 }) as Int? else {
      let text = Array(" ".utf8) + JSONLayout.member(of: json, indent: 0, width: .max)
      let isTight = source.bytes[Int(nodes[index].start) + 1] == 0x7D
      return (Int(nodes[index].start) + 1, text + (isTight ? [0x20] : []))
    }
    let end = Int(nodes[last].end)
    let flat = JSONLayout.member(of: json, indent: 0, width: .max)
    let onLine = source.bytes(ofLine: source.position(at: end).line).count + 2 + flat.count
    let indent = indentation(in: index)
    if indent == nil, onLine <= JSONLayout.width { return (end, Array(", ".utf8) + flat) }
    let columns = indent ?? leadingSpaces(at: Int(nodes[index].start)) + 2
    let isCarriageReturned = source.bytes.contains(0x0D)
    let lines = JSONLayout.member(of: json, indent: columns, width: JSONLayout.width)
    let text = [0x2C, 0x0A] + [UInt8](repeating: 0x20, count: columns) + lines
    return (end, isCarriageReturned ? text.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } : text)
  }

  /// The column at which an object's members begin their lines; nil if all are on one line.
  private func indentation(in index: Int) -> Int? {
    for child in children(of: index) {
      let start = Int(nodes[child].key)
      let spaces = leadingSpaces(at: start)
      if source.position(at: start).column == spaces + 1 { return spaces }
    }
    return nil
  }

  private func leadingSpaces(at offset: Int) -> Int {
    source.bytes(ofLine: source.position(at: offset).line).prefix { $0 == 0x20 }.count
  }
}
