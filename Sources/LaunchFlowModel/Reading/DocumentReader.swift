/// Turns a document's nodes into values and collects all that is wrong on the way. What cannot be read gets
/// a stand-in, so that the rest of the file is still looked at; `doubts` keeps the rules from blaming it.
package final class DocumentReader {
  let json: JSONDocument
  package private(set) var diagnostics: [Diagnostic]
  var suggester = Suggester()
  var doubts = Doubts()
  /// Members whose key has stood before; the first one counts.
  private let repeated: Set<Int>

  /// How deep conditions, predicates and groups may stand in one another.
  static let nestingLimit = 64

  package init(_ json: JSONDocument) {
    self.json = json
    diagnostics = json.diagnostics
    repeated = Set(json.duplicates.map(\.node))
  }

  func kind(_ node: Int) -> JSONNode.Kind { json.nodes[node].kind }

  package func report(
    _ code: DiagnosticCode, _ message: String, at node: Int, _ part: Place.Part = .value, hint: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(code, message, at: json.place(of: node, part), hint: hint, notes: notes))
  }

  /// Takes what the rules found, and finds out where it stands.
  func report(_ found: [Diagnostic]) {
    var resolver = PlaceResolver(json)
    diagnostics += found.map { resolver.resolve($0) }
  }

  func mismatch(_ expected: String, at node: Int, hint: String? = nil) {
    report(.badValue, "expected \(expected), found \(describe(node))", at: node, hint: hint)
  }

  /// How a text is meant that would be right without its quotes.
  func unquoted(_ node: Int, _ isMeant: (JSONValue) -> Bool) -> String? {
    guard let text = json.string(of: node), let value = try? JSONValue(parsing: text), isMeant(value) else {
      return nil
    }
    return "write \(value.text()) without quotes"
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
  /// those that stand twice.
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

  /// The elements of a list.
  package func elements(of node: Int, hint: String? = nil) -> [Int]? {
    guard kind(node) == .array else {
      mismatch("a list", at: node, hint: hint)
      return nil
    }
    return Array(json.children(of: node))
  }
}

/// An object of the format's: which of its keys stand there.
package struct Fields {
  let node: Int
  package private(set) var entries: [(key: String, node: Int)] = []

  /// The value of a key.
  package subscript(key: String) -> Int? {
    entries.first { $0.key == key }?.node
  }

  init(node: Int) {
    self.node = node
  }

  mutating func add(_ key: String, _ node: Int) {
    entries.append((key, node))
  }
}

extension DocumentReader {
  /// Reads an object of which all keys are known; others are reported. A misspelt key is taken for the one
  /// that was meant, so that it is not reported as missing too.
  ///
  /// - Parameter around: The keys of the object that it stands in, where one may be taken for one of its own.
  package func fields(of node: Int, _ keys: [String], around: [String] = []) -> Fields? {
    guard let members = namedMembers(of: node) else { return nil }
    var fields = Fields(node: node)
    var guesses: [(key: String, node: Int)] = []
    for member in members {
      if keys.contains(member.name) {
        fields.add(member.name, member.node)
        continue
      }
      // There are few keys, so each is compared, however many mistakes there are.
      let nearest =
        Suggester.nearest(to: member.name, among: keys)
        ?? Self.otherWords[member.name.lowercased()].flatMap { keys.contains($0) ? $0 : nil }
      if let nearest { guesses.append((nearest, member.node)) }
      let hint =
        nearest.map { "did you mean \"\($0)\"?" }
        ?? (around.contains(member.name)
          ? "it belongs to the step, one level further out"
          : isIdleSilence(member.name) ? "scenarios have no warnings to silence" : Self.listing(keys))
      report(.unknownKey, "unknown key \"\(member.name)\"", at: member.node, .key, hint: hint)
    }
    for guess in guesses where fields[guess.key] == nil { fields.add(guess.key, guess.node) }
    return fields
  }

  /// Whether a key would silence warnings where there are none.
  private func isIdleSilence(_ key: String) -> Bool {
    key == "ignore" && DocumentKind(json) == .scenarios
  }

  private static func listing(_ keys: [String]) -> String {
    "what may stand here: " + keys.joined(separator: ", ")
  }

  /// What other tools call the same, in small letters.
  private static let otherWords = [
    "dependson": "needs", "depends_on": "needs", "depends-on": "needs", "depends": "needs",
    "requires": "needs",
    "waitfor": "after", "wait_for": "after", "runafter": "after", "if": "when", "condition": "when",
    "request": "http", "call": "http", "retries": "retry", "onerror": "fallback", "catch": "fallback",
    "default": "fallback", "title": "summary", "description": "summary", "tasks": "steps", "jobs": "steps",
    "rules": "landings", "variables": "inputs", "params": "query", "body": "json", "ttl": "maxAge",
    "expires": "maxAge", "expected": "expect", "delay": "takes", "duration": "takes",
  ]

  /// The value of a key that must stand there.
  package func required(_ key: String, in fields: Fields, _ owner: String) -> Int? {
    if let node = fields[key] { return node }
    report(.missingKey, "\(owner) has no \"\(key)\"", at: fields.node, owningPart(fields.node))
    return nil
  }

  /// Members are told by their key, elements and the root by their first line.
  func owningPart(_ node: Int) -> Place.Part { json.nodes[node].key >= 0 ? .key : .value }

  /// The one key of several that stands there; reports others beside it.
  func onlyOne(of keys: [String], in fields: Fields) -> String? {
    let present = fields.entries.filter { keys.contains($0.key) }
    guard let first = present.first else { return nil }
    for other in present.dropFirst() {
      report(
        .misplacedKey, "\"\(other.key)\" and \"\(first.key)\" exclude each other", at: other.node, .key,
        notes: [Diagnostic.Note("\"\(first.key)\" is here", at: json.place(of: first.node, .key))])
    }
    return first.key
  }
}

/// What of a file could not be read, so that no rule complains about its absence.
struct Doubts {
  /// Which lists of names are incomplete.
  enum Names: Hashable {
    case inputs, pages, caches, environments, services, lanes, steps
  }

  var names: Set<Names> = []
  /// The steps whose work is a stand-in.
  var work: Set<String> = []
  /// The steps whose results and failures are incomplete.
  var words: Set<String> = []
  /// Whether the landings could not be read.
  var landings = false
  /// Of a switch: the places whose values are stand-ins.
  var paths: Set<JSONPointer> = []
}
