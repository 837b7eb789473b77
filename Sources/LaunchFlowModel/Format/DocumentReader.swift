/// Turns a document's nodes into values and collects all that is wrong on the way. What cannot be read gets
/// a stand-in, so that the rest of the file is still looked at; `unread` keeps the rules from blaming it.
package final class DocumentReader {
  package let json: JSONDocument
  private var listed: [Diagnostic] = []
  /// The first diagnostic that is not listed, and how many there are.
  private var unlisted: (first: Diagnostic, count: Int)?
  var suggester = Suggester()
  /// The keys, names and indices that lead to the value that is being read.
  private(set) var path: [String] = []
  private var unreadPaths: [JSONPointer] = []
  /// The open objects that may contain themselves, outermost first.
  private var nestings: [Nesting] = []
  /// Members that repeat an earlier key; the first one counts.
  private let repeated: Set<Int>

  /// An object that may contain itself.
  enum Nesting: String {
    case groups, conditions, predicates
  }

  package init(_ json: JSONDocument) {
    self.json = json
    repeated = Set(json.duplicates.map(\.node))
    for duplicate in json.duplicates { note { json.diagnostic(duplicate) } }
  }

  /// The most diagnostics that are listed for a file; further ones are counted.
  static let mostDiagnostics = 1000

  /// The diagnostics; beyond the limit, the last one counts the rest.
  package var diagnostics: [Diagnostic] {
    guard let (first, count) = unlisted else { return listed }
    let summary = Diagnostic(
      first.code, "\(count) more \(count == 1 ? "problem is" : "problems are") not listed", at: first.place,
      hint: "fix the listed problems first")
    return listed + [summary]
  }

  /// Whether further diagnostics are only counted.
  private var isFull: Bool { listed.count >= Self.mostDiagnostics }

  /// Lists a diagnostic, or counts it.
  private func note(_ diagnostic: () -> Diagnostic) {
    if !isFull {
      listed.append(diagnostic())
    } else if unlisted == nil {
      unlisted = (diagnostic(), 1)
    } else {
      unlisted?.count += 1
    }
  }

  /// The places whose values could not be read.
  package var unread: UnreadParts { UnreadParts(unreadPaths) }

  /// Reads the value of a key, name or index; notes its place where that fails.
  ///
  /// Inlined, since a call would look up the type of its result each time.
  @inline(__always)
  func reading<Value>(_ token: String, _ read: () -> Value?) -> Value? {
    path.append(token)
    let value = read()
    leave(isRead: value != nil)
    return value
  }

  private func leave(isRead: Bool) {
    if !isRead { unreadPaths.append(JSONPointer(tokens: path)) }
    path.removeLast()
  }

  /// Reads what may contain itself; reports it where it does so too deep.
  func nested<Value>(_ what: Nesting, at node: Int, _ read: () -> Value?) -> Value? {
    guard nestings.count(where: { $0 == what }) < DeclaredObject.nestingLimit else {
      report(
        .badValue, "\(what.rawValue) are nested more than \(DeclaredObject.nestingLimit) levels deep",
        at: node)
      return nil
    }
    nestings.append(what)
    defer { nestings.removeLast() }
    return read()
  }

  package func kind(_ node: Int) -> JSONNode.Kind { json.nodes[node].kind }

  package func report(
    _ code: DiagnosticCode, _ message: String, at node: Int, _ part: Place.Part = .value, hint: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    note { Diagnostic(code, message, at: json.place(of: node, part), hint: hint, notes: notes) }
  }

  /// Takes the findings of the rules, and finds their places.
  func report(_ found: [Diagnostic]) {
    var resolver = PlaceResolver(json)
    for diagnostic in found { note { resolver.resolve(diagnostic) } }
  }

  package func mismatch(_ expected: String, at node: Int, hint: String? = nil) {
    report(.badValue, "expected \(expected), found \(describe(node))", at: node, hint: hint)
  }

  private func describe(_ node: Int) -> String {
    switch kind(node) {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The members of an object whose keys are names of the author's own, without remarks (`x-…`) and without
  /// repeated keys.
  func namedMembers(of node: Int, ignoringRemarks: Bool = true) -> [(name: String, node: Int)]? {
    guard kind(node) == .object else {
      mismatch("an object", at: node)
      return nil
    }
    var members: [(name: String, node: Int)] = []
    for child in json.children(of: node) where !repeated.contains(child) {
      guard let name = json.key(of: child), !ignoringRemarks || !name.hasPrefix("x-") else { continue }
      members.append((name, child))
    }
    return members
  }

  /// The entries of an object by names of the author's own, each of the given shape.
  func entries(of node: Int, _ shape: Shape, ignoringRemarks: Bool = true) -> [(name: String, node: Int)]? {
    let isList = kind(node) == .array
    let example: String
    switch shape {
    case .object: example = "{ … }"
    case .integer(let range):
      example = kind(node) == .number ? json.text(of: node) : String(range.lowerBound)
    case .text, .duration: example = "\"…\""
    default: example = "…"
    }
    guard isList || kind(node) == .number else {
      return namedMembers(of: node, ignoringRemarks: ignoringRemarks)
    }
    let first = json.children(of: node).first { _ in true }
    let named = first.flatMap { first in
      json.children(of: first).first { ["name", "id", "key"].contains(json.key(of: $0)) } ?? first
    }
    let name = named.flatMap { json.string(of: $0) } ?? "name"
    mismatch("an object", at: node, hint: "use each name as a key: { \"\(name)\": \(example), … }")
    return nil
  }

  /// The names in one text, divided by commas, or by spaces where there is no comma; nil for another value.
  func names(_ node: Int) -> [String]? {
    guard let text = json.string(of: node), !isTime(node) else { return nil }
    let separator: Character = text.contains(",") ? "," : " "
    let names = text.split(separator: separator).map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return names.filter { !$0.isEmpty }
  }

  /// The elements of a list.
  package func elements(of node: Int, hint: @autoclosure () -> String? = nil) -> [Int]? {
    guard kind(node) == .array else {
      mismatch("a list", at: node, hint: hint())
      return nil
    }
    return Array(json.children(of: node))
  }

  private func isTime(_ node: Int) -> Bool {
    json.string(of: node).flatMap { Duration(documentText: $0) } != nil
  }

  /// The list to write in place of a single element.
  func listHint(_ node: Int, of element: Shape) -> String? {
    switch (kind(node), element) {
    case (.string, .text) where isTime(node):
      "name the steps to wait for; to wait for a time, name a step with \"await\""
    case (.object, .text):
      namedMembers(of: node).map { "write [\($0.map { "\"\($0.name)\"" }.joined(separator: ", "))]" }
    case (.string, .text), (.string, .word):
      names(node).map { names in "write [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]" }
    case (.bool, .object(.offlinePeriod)): "write [{ \"from\": \"0s\" }] for the whole run, or leave it out"
    case (.string, .object(.fallback)):
      json.string(of: node).map {
        "write [{ \"cache\": \"\($0)\" }] for a cache, or [{ \"value\": … }] for a constant"
      }
    case (.object, .object): "put it into a list: [ … ]"
    default: nil
    }
  }
}

/// The keys that an object has, by their positions in its declaration.
package struct Fields {
  let node: Int
  /// The object's name in messages.
  var owner = ""
  /// A required key that is missing because of an error that was reported already.
  var excused: String?
  /// Whether an unknown key was reported with what to write instead, so that no other one is missing.
  var isAdvised = false
  private let keys: [String]
  private var nodes: [Int32]
  private var base = 0

  init(node: Int, keys: [String]) {
    self.node = node
    self.keys = keys
    nodes = Array(repeating: -1, count: keys.count)
  }

  /// The value of the key at a position; nil where it is missing.
  subscript(slot: Int) -> Int? {
    let node = nodes[base + slot]
    return node < 0 ? nil : Int(node)
  }

  /// The value of a key; nil where it is missing.
  package subscript(key: String) -> Int? {
    keys.firstIndex(of: key).flatMap { self[$0] }
  }

  /// The keys that are there with their values, in the declared order.
  package var entries: [(key: String, node: Int)] {
    keys.indices.compactMap { slot in self[slot].map { (keys[slot], $0) } }
  }

  /// The keys at some positions that are there with their values, in the file's order.
  func present(in slots: Range<Int>) -> [(slot: Int, node: Int)] {
    slots.compactMap { slot in self[slot].map { (slot, $0) } }.sorted { $0.node < $1.node }
  }

  /// The keys from a position on, counted from there.
  func shifted(by count: Int) -> Fields {
    var fields = self
    fields.base += count
    return fields
  }

  fileprivate mutating func set(_ slot: Int, _ node: Int) {
    if nodes[slot] < 0 { nodes[slot] = Int32(node) }
  }
}

extension DocumentReader {
  /// Reads an object of which all keys are known; others are reported. A misspelt key is taken for the one
  /// that was meant, so that it is not reported as missing too.
  ///
  /// - Parameters:
  ///   - around: The keys of the object around it, which an author may have put into this one.
  ///   - nameKey: The key whose value an author may have written as a key.
  package func fields(
    of node: Int, _ keys: [String], around: [String] = [], nameKey: String? = nil
  ) -> Fields? {
    guard let members = namedMembers(of: node) else { return nil }
    var fields = Fields(node: node, keys: keys)
    var guesses: [(slot: Int, node: Int)] = []
    for member in members {
      if let slot = keys.firstIndex(of: member.name) {
        fields.set(slot, member.node)
        continue
      }
      guard !isFull else {
        report(.unknownKey, "unknown key", at: member.node, .key)
        continue
      }
      // There are few keys, so each is compared.
      let advice = ForeignKey.advice(on: member.name, json.value(of: member.node), among: keys)
      let nearest =
        advice == nil
        ? ForeignKey.meant(by: member.name, among: keys) ?? Suggester.nearest(to: member.name, among: keys)
        : nil
      if let slot = nearest.flatMap({ keys.firstIndex(of: $0) }) { guesses.append((slot, member.node)) }
      let name = nearest == nil && !members.contains { $0.name == nameKey } ? nameKey : nil
      if let name, !around.contains(member.name) {
        fields.excused = name
        let rest = kind(member.node) == .object && keys.contains("when") ? ", \"when\": { … }" : ""
        report(
          .unknownKey, "unknown key \"\(member.name)\"", at: member.node, .key,
          hint: "write \"\(name)\": \"\(member.name)\"\(rest)")
        continue
      }
      let hint =
        advice?.sentence ?? nearest.map { "did you mean \"\($0)\"?" }
        ?? (around.contains(member.name)
          ? "it belongs to the step, one level further out"
          : isIdleSilence(member.name) ? "scenarios have no warnings to silence" : nil)
        ?? ForeignKey.wrapped(member.name, json.value(of: member.node), among: keys)
        ?? "expected one of: \(keys.joined(separator: ", "))"
      report(.unknownKey, "unknown key \"\(member.name)\"", at: member.node, .key, hint: hint)
      // The step has the key, only not in its place or by its name.
      if around.contains(member.name) {
        unreadPaths.append(JSONPointer(tokens: path.dropLast() + [member.name]))
      }
      if let key = advice?.key {
        unreadPaths.append(JSONPointer(tokens: path + [key]))
        fields.excused = key
      }
      if advice != nil { fields.isAdvised = true }
    }
    for guess in guesses { fields.set(guess.slot, guess.node) }
    return fields
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

  /// The value of a key that must be there.
  package func required(_ key: String, in fields: Fields, _ owner: String) -> Int? {
    if let node = fields[key] { return node }
    report(.missingKey, "\(owner) has no \"\(key)\"", at: fields.node, owningPart(fields.node))
    return nil
  }

  func reportMissing(_ key: String, in fields: Fields) {
    defer { unreadPaths.append(JSONPointer(tokens: path + [key])) }
    guard fields.excused != key else { return }
    report(.missingKey, "\(fields.owner) has no \"\(key)\"", at: fields.node, owningPart(fields.node))
  }

  func reportMissing(oneOf keys: [String], in fields: Fields) {
    defer { unreadPaths += keys.map { JSONPointer(tokens: path + [$0]) } }
    guard !fields.isAdvised else { return }
    report(
      .missingKey, "\(fields.owner) needs one of: \(keys.joined(separator: ", "))", at: fields.node,
      owningPart(fields.node))
  }

  func reportMisplaced(_ key: String, goesWith owners: [String], at node: Int) {
    report(
      .misplacedKey, "\"\(key)\" is only allowed with \(owners.quotedAlternatives)", at: node, .key)
  }

  /// Members are marked at their key, elements and the root at their first line.
  private func owningPart(_ node: Int) -> Place.Part { json.nodes[node].key >= 0 ? .key : .value }

  /// The one key of several that is there, by its index among them; reports others beside it.
  func onlyOne(of slots: [Int], names: [String], in fields: Fields) -> (index: Int, node: Int)? {
    var present: [(index: Int, node: Int)] = []
    for (index, slot) in slots.enumerated() {
      if let node = fields[slot] { present.append((index, node)) }
    }
    if present.count > 1 { present.sort { $0.node < $1.node } }
    guard let first = present.first else { return nil }
    for other in present.dropFirst() {
      report(
        .misplacedKey, "\"\(names[other.index])\" and \"\(names[first.index])\" exclude each other",
        at: other.node, .key,
        notes: [Diagnostic.Note("\"\(names[first.index])\" is here", at: json.place(of: first.node, .key))])
    }
    return first
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
