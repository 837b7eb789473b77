/// The keys that an object has.
package struct Fields {
  let node: Int
  private let keys: [String]
  private var nodes: [Int?]

  fileprivate init(node: Int, keys: [String]) {
    self.node = node
    self.keys = keys
    nodes = Array(repeating: nil, count: keys.count)
  }

  /// The value of a key; nil where it is missing.
  package subscript(key: String) -> Int? { keys.firstIndex(of: key).flatMap { nodes[$0] } }

  /// The keys that are there with their values, in the declared order.
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
  /// Reads an object of which all keys are known; others are reported. A misspelt key is taken for the one
  /// that was meant, so that it is not reported as missing too.
  package func fields(of node: Int, _ keys: [String]) -> Fields? {
    guard let members = namedMembers(of: node) else { return nil }
    var fields = Fields(node: node, keys: keys)
    var guesses: [(key: String, node: Int)] = []
    for member in members where !fields.set(member.name, member.node) {
      let finding = reportUnknownKey(member.name, at: member.node, among: keys)
      if let meant = finding.meant { guesses.append((meant, member.node)) }
    }
    for guess in guesses { _ = fields.set(guess.key, guess.node) }
    return fields
  }

  /// The value of a key that must be there.
  package func required(_ key: String, in fields: Fields, _ owner: String) -> Int? {
    if let node = fields[key] { return node }
    reportMissing("\(owner) has no \"\(key)\"", at: fields.node)
    return nil
  }

  /// What an unknown key most likely is.
  struct UnknownKey {
    /// The key that was meant.
    var meant: String?
    /// A required key that is then not missing.
    var excused: String?
    /// Whether the message says what to write instead.
    var isAdvised = false
  }

  /// Reports an unknown key with what to write instead.
  ///
  /// - Parameters:
  ///   - around: The keys of the object around it, which an author may have put into this one.
  ///   - nameKey: A missing key whose value an author may have written as a key.
  func reportUnknownKey(
    _ key: String, at node: Int, among keys: [String], around: [String] = [], nameKey: String? = nil
  ) -> UnknownKey {
    guard !isFull else {
      report(.unknownKey, "unknown key", at: node, .key)
      return UnknownKey()
    }
    // There are few keys, so each is compared.
    let value = json.value(of: node)
    let advice = ForeignKey.advice(on: key, value, among: keys)
    let nearest =
      advice == nil
      ? ForeignKey.meant(by: key, among: keys) ?? Suggester.nearest(to: key, among: keys) : nil
    if nearest == nil, let nameKey, !around.contains(key) {
      let rest = kind(node) == .object && keys.contains("when") ? ", \"when\": { … }" : ""
      report(
        .unknownKey, "unknown key \"\(key)\"", at: node, .key,
        hint: "write \"\(nameKey)\": \"\(key)\"\(rest)")
      return UnknownKey(excused: nameKey)
    }
    let hint =
      advice?.sentence ?? nearest.map { "did you mean \"\($0)\"?" }
      ?? (around.contains(key)
        ? "it belongs to the step, one level further out"
        : isIdleSilence(key) ? "scenarios have no warnings to silence" : nil)
      ?? ForeignKey.wrapped(key, value, among: keys)
      ?? "expected one of: \(keys.joined(separator: ", "))"
    report(.unknownKey, "unknown key \"\(key)\"", at: node, .key, hint: hint)
    // The step has the key, only not in its place or by its name.
    let parent = Int(json.nodes[node].parent)
    if around.contains(key), parent >= 0 { noteUnread(key, in: max(0, Int(json.nodes[parent].parent))) }
    if let key = advice?.key, parent >= 0 { noteUnread(key, in: parent) }
    return UnknownKey(meant: nearest, excused: advice?.key, isAdvised: advice != nil)
  }

  /// Whether a key would silence warnings where there are none.
  private func isIdleSilence(_ key: String) -> Bool {
    key == "ignore" && json.children(of: 0).contains { json.key(of: $0) == "scenariosFor" }
  }

  /// Whether this build can read the file's format; another kind of file counts its formats by itself.
  package func isReadableFormat(upTo newest: Int = Flow.newestFormat) -> Bool {
    guard let node = json.children(of: 0).first(where: { json.key(of: $0) == "format" }) else { return true }
    guard let format = integer(node) else { return true }
    if format > newest {
      report(
        .unsupportedFormat, "this file has format \(format); this build reads formats up to \(newest)",
        at: node, hint: "use a newer launchflow")
      return false
    }
    if format < 1 { report(.badValue, "expected a whole number of at least 1, found \(format)", at: node) }
    return true
  }

  /// Reports that an object has no value for a key. Members are marked at their key, elements and the root at their first
  /// line.
  func reportMissing(_ message: String, at node: Int) {
    report(.missingKey, message, at: node, json.nodes[node].key >= 0 ? .key : .value)
  }

  /// Reports a key beside another one that excludes it.
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
