extension DocumentReader {
  /// The member of an object with a key, also if the author has misspelt it.
  func member(_ key: String, of object: Int) -> Int? {
    let isMisspelt = hasMisspeltKeys
    return json.children(of: object).first { member in
      guard counts(member) else { return false }
      if isMisspelt, let meant = meantKey(of: member) { return meant == key }
      return hasKey(member, key)
    }
  }

  private func hasKey(_ member: Int, _ key: String) -> Bool {
    let node = json.nodes[member]
    if node.isKeyEscaped { return json.key(of: member) == key }
    let bytes = json.source.bytes
    var offset = Int(node.key) + 1
    let end = offset + key.utf8.count
    // Most other keys have another length.
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
    for byte in key.utf8 {
      guard bytes[offset] == byte else { return false }
      offset += 1
    }
    return true
  }

  func isRemark(_ member: Int) -> Bool { json.key(of: member)?.hasPrefix("x-") == true }

  func reportUnknownKey(at node: Int) {
    report(.unknownKey, "unknown key \"\(json.key(of: node) ?? "")\"", at: node, .key)
  }

  /// Whether this build can read the file's format. Each kind of file has its own numbers.
  package func isReadableFormat(upTo newest: Int = Flow.newestFormat) -> Bool {
    guard let node = json.children(of: 0).first(where: { json.key(of: $0) == "format" }) else { return true }
    guard let format = integer(node) else { return true }
    if format > newest {
      report(
        .unsupportedFormat, "this file has format \(format); this build reads formats up to \(newest)",
        at: node)
      return false
    }
    if format < 1 { report(.badValue, "expected a whole number of at least 1, found \(format)", at: node) }
    return true
  }

  /// Reports that an object has no value for a key. The place of a member is its key; that of an element or the root is
  /// its first line.
  package func reportMissing(_ message: String, at node: Int) {
    report(.missingKey, message, at: node, json.nodes[node].key >= 0 ? .key : .value)
  }
}

extension [String] {
  /// The texts in quotes, as alternatives in a sentence.
  var quotedAlternatives: String {
    let quoted = map { "\"\($0)\"" }
    guard let last = quoted.last, count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
