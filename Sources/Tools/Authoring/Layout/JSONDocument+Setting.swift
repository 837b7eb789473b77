extension JSONDocument {
  /// The text with another value at a path; the rest is unchanged, byte for byte. Missing objects on the path
  /// are added. nil if the path leads through a value that is not an object, or the result would not be JSON.
  ///
  /// - Parameter value: A number, a string or a word, or any value of a missing member; nil removes the member.
  package func setting(_ path: JSONPointer, to value: JSONValue?) -> JSONDocument? {
    guard let bytes = value.map({ written($0, at: path) }) ?? removed(path) else { return nil }
    return try? JSONDocument(SourceText(name: source.name, bytes: bytes))
  }

  /// The text with other values: canonical if it was, otherwise with nothing changed but the values.
  package func text(setting settings: [(path: JSONPointer, value: JSONValue?)]) -> SourceText? {
    var changed = self
    for setting in settings {
      guard let next = changed.setting(setting.path, to: setting.value) else { return nil }
      changed = next
    }
    let bytes = JSONLayout.text(of: self) == source.bytes ? JSONLayout.text(of: changed) : nil
    return SourceText(name: source.name, bytes: bytes ?? changed.source.bytes)
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

  private func node(at path: some Sequence<String>) -> Int? {
    var node: Int? = 0
    for token in path {
      node = node.flatMap { outer in
        children(of: outer).enumerated().first { token == key(of: $1) ?? String($0) }?.element
      }
    }
    return node
  }

  private func written(_ value: JSONValue, at path: JSONPointer) -> [UInt8]? {
    if let node = node(at: path.tokens) {
      var bytes = source.bytes
      bytes.replaceSubrange(Int(nodes[node].start)..<Int(nodes[node].end), with: Array(value.text().utf8))
      return bytes
    }
    var member = value
    var around = path.tokens[...]
    while let key = around.popLast() {
      member = [key: member]
      if let object = node(at: around) { return inserting(member, into: object) }
    }
    return nil
  }

  /// The text with a member, the only one of a value, behind those of an object.
  private func inserting(_ member: JSONValue, into object: Int) -> [UInt8]? {
    guard nodes[object].kind == .object,
      let json = try? JSONDocument(SourceText(name: "", text: member.text())),
      // `{`, the member on a line of its own, `}`.
      let line = JSONLayout.text(of: json, width: .max)?.dropFirst(4).dropLast(3)
    else { return nil }
    var bytes = source.bytes
    let members = Array(children(of: object))
    guard let last = members.last else {
      let braces = Int(nodes[object].start)..<Int(nodes[object].end)
      bytes.replaceSubrange(braces, with: [0x7B, 0x20] + line + [0x20, 0x7D])
      return bytes
    }
    let end = Int(nodes[last].end)
    // The indentation of the members; nil if all are on one line, and that has room for another.
    var indent = members.lazy.map { member -> ArraySlice<UInt8> in
      let start = source.position(at: Int(nodes[member].key))
      return source.bytes(ofLine: start.line).prefix(start.column - 1)
    }.first { $0.allSatisfy { $0 == 0x20 } }
    if indent == nil, self.line(at: end).count + 2 + line.count > JSONLayout.width {
      indent = self.line(at: Int(nodes[object].start)).prefix { $0 == 0x20 }
      indent?.append(contentsOf: [0x20, 0x20])
    }
    let separator: [UInt8] = indent.map { [0x2C, 0x0A] + $0 } ?? [0x2C, 0x20]
    bytes.insert(contentsOf: separator + line, at: end)
    return bytes
  }

  private func line(at offset: Int) -> ArraySlice<UInt8> {
    source.bytes(ofLine: source.position(at: offset).line)
  }

  /// The text without a member and its comma; unchanged if there is no such member.
  private func removed(_ path: JSONPointer) -> [UInt8]? {
    guard let node = node(at: path.tokens), nodes[node].key >= 0 else { return source.bytes }
    let siblings = Array(children(of: Int(nodes[node].parent)))
    guard let place = siblings.firstIndex(of: node) else { return nil }
    var bytes = source.bytes
    let (start, end) = (Int(nodes[node].key), Int(nodes[node].end))
    if place > 0 {
      // The white space before it is removed, too, so that the next member stays on its line.
      bytes.removeSubrange(Int(nodes[siblings[place - 1]].end)..<end)
    } else if place + 1 < siblings.count {
      bytes.removeSubrange(start..<Int(nodes[siblings[place + 1]].key))
    } else {
      bytes.removeSubrange(start..<end)
    }
    return bytes
  }
}
