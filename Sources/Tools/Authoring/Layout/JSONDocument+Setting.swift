extension JSONDocument {
  /// The text with another value at a path; the rest is unchanged, byte for byte. Missing objects on the path
  /// are added. nil if the path leads through a value that is not an object, or the result would not be JSON.
  ///
  /// - Parameter value: A number, a string or a word, or any value of a missing member; nil removes the member.
  package func setting(_ path: JSONPointer, to value: JSONValue?) -> JSONDocument? {
    guard let bytes = value.map({ written($0, at: path) }) ?? removed(path) else { return nil }
    return try? JSONDocument(SourceText(name: source.name, bytes: bytes))
  }

  private func written(_ value: JSONValue, at path: JSONPointer) -> [UInt8]? {
    if let node = node(at: path) {
      var bytes = source.bytes
      bytes.replaceSubrange(Int(nodes[node].start)..<Int(nodes[node].end), with: Array(value.text().utf8))
      return bytes
    }
    guard var key = path.tokens.last else { return nil }
    var value = value
    var around = Array(path.tokens.dropLast())
    while node(at: JSONPointer(tokens: around)) == nil, let outer = around.popLast() {
      value = .object(JSONObject([.init(name: key, value: value)]))
      key = outer
    }
    return inserting(key, value, into: JSONPointer(tokens: around))
  }

  /// The text without a member and its comma; unchanged if there is no such member.
  private func removed(_ path: JSONPointer) -> [UInt8]? {
    guard let node = node(at: path), nodes[node].key >= 0 else { return source.bytes }
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
