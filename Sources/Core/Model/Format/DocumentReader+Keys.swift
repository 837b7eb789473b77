/// The known keys of an object with their values.
package struct Fields {
  let node: Int
  private let keys: [String]
  private var nodes: [Int?]

  fileprivate init(node: Int, keys: [String]) {
    self.node = node
    self.keys = keys
    nodes = Array(repeating: nil, count: keys.count)
  }

  /// The value of a key; nil if it is missing.
  package subscript(key: String) -> Int? { keys.firstIndex(of: key).flatMap { nodes[$0] } }

  /// The present keys with their values, in the declared order.
  package var entries: [(key: String, node: Int)] {
    keys.indices.compactMap { slot in nodes[slot].map { (keys[slot], $0) } }
  }

  fileprivate mutating func set(_ key: String, _ node: Int) -> Bool {
    guard let slot = keys.firstIndex(of: key) else { return false }
    nodes[slot] = nodes[slot] ?? node
    return true
  }
}

extension DocumentReader {
  /// Reads the known keys of an object and reports the others. A misspelt key counts as the key that the author meant,
  /// so that this key is not reported as missing too.
  package func fields(of node: Int, _ keys: [String]) -> Fields? {
    guard let members = namedMembers(of: node) else { return nil }
    var fields = Fields(node: node, keys: keys)
    var guesses: [(key: String, node: Int)] = []
    for member in members where !fields.set(member.name, member.node) {
      if let meant = reportUnknownKey(at: member.node, among: keys).meant {
        guesses.append((meant, member.node))
      }
    }
    for guess in guesses { _ = fields.set(guess.key, guess.node) }
    return fields
  }

  /// The value of a required key.
  package func required(_ key: String, in fields: Fields, _ owner: String) -> Int? {
    if let node = fields[key] { return node }
    reportMissing("\(owner) has no \"\(key)\"", at: fields.node)
    return nil
  }

  /// Reports an unknown key.
  ///
  /// - Parameters:
  ///   - kind: The kind of the object; nil for an object of other keys.
  ///   - keys: The keys of an object without a kind.
  func reportUnknownKey(at node: Int, in kind: DeclaredObject? = nil, among keys: [String] = []) -> KeyMeaning
  {
    report(.unknownKey, "unknown key \"\(json.key(of: node) ?? "")\"", at: node, .key, known: keys)
    guard !isFull, let meaning = json.meaning?(json, node, kind?.rawValue, keys) else { return KeyMeaning() }
    for (key, object) in meaning.unread { noteUnread(key, in: object) }
    return meaning
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
  func reportMissing(_ message: String, at node: Int) {
    report(.missingKey, message, at: node, json.nodes[node].key >= 0 ? .key : .value)
  }

  /// Reports a key and another key that excludes it.
  func reportExclusion(of key: String, _ node: Int, _ other: String, _ otherNode: Int) {
    report(
      .misplacedKey, "\"\(key)\" and \"\(other)\" exclude each other", at: node, .key,
      notes: [Diagnostic.Note("\"\(other)\" is here", at: json.place(of: otherNode, .key))])
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
