/// Turns a document's nodes into values and collects the diagnostics. A stand-in replaces each unreadable value, so
/// that the rest of the file is still checked. `unread` tells the rules which values are stand-ins.
package final class DocumentReader {
  package let json: JSONDocument
  let isOfTable: Bool
  /// The diagnostics up to the limit, and the first one beyond it.
  private var listed: [Diagnostic] = []
  private var furtherCount = 0
  /// The keys that the author meant, by the nodes of misspelt keys.
  private var meantKeys: [Int: String] = [:]
  private var unreadPaths: [JSONPointer] = []
  /// By node: whether it could not be read.
  private var isUnread: [Bool]
  /// By member: whether its key is known to the format.
  private var isKnownKey: [Bool]
  /// The open objects that may contain themselves, outermost first.
  // As texts, since each type of array takes time in a new process.
  private var nestings: [String] = []
  /// The element of `each` for which a step is being read.
  private(set) var element: String?
  /// Whether diagnostics are not listed, since they repeat those of an earlier element.
  private var isMuted = false
  private(set) lazy var repeatedSteps = RepeatedSteps(json)
  /// The bytes of what was repeated so far, written out.
  var repeatedBytes: Int64 = 0
  /// The nodes that repeat an earlier key, so that readers ignore them.
  private let repetitions: Set<Int>

  enum Nesting: String {
    case groups, conditions, predicates
  }

  /// - Parameter isOfTable: Whether programs for tables may have written it: null counts as no value, and further keys
  ///   are ignored.
  package init(_ json: JSONDocument, isOfTable: Bool = false) {
    self.json = json
    self.isOfTable = isOfTable
    isUnread = Array(repeating: false, count: json.nodes.count)
    isKnownKey = isUnread
    repetitions = json.duplicates.isEmpty ? [] : Set(json.duplicates.map { $0.node })
    for duplicate in json.duplicates { note(json.diagnostic(duplicate)) }
  }

  /// The most diagnostics that are listed for a file; further ones are counted.
  static let mostDiagnostics = 1000

  /// The diagnostics; beyond the limit, the last one counts the rest.
  package var diagnostics: [Diagnostic] {
    guard listed.count > Self.mostDiagnostics, let first = listed.last else { return listed }
    let count = 1 + furtherCount
    let summary = Diagnostic(
      first.code, "\(count) more \(count == 1 ? "problem is" : "problems are") not listed", at: first.place)
    return listed.dropLast() + [summary]
  }

  var isFull: Bool { listed.count >= Self.mostDiagnostics }

  /// Lists a diagnostic or counts it. Only one that is listed is made, since its place takes time.
  private func note(_ diagnostic: @autoclosure () -> Diagnostic) {
    if isMuted { return }
    if listed.count <= Self.mostDiagnostics { listed.append(diagnostic()) } else { furtherCount += 1 }
  }

  package var unread: UnreadParts { UnreadParts(unreadPaths) }

  /// How many values could not be read so far, missing ones included.
  package var unreadCount: Int { unreadPaths.count }

  package func isRead(_ node: Int) -> Bool { !isUnread[node] }

  func noteUnread(_ node: Int) {
    unreadPaths.append(JSONPointer(tokens: path(of: node)))
    isUnread[node] = true
  }

  func noteUnread(_ path: JSONPointer) { unreadPaths.append(path) }

  func noteUnread(_ key: String, in node: Int) {
    unreadPaths.append(JSONPointer(tokens: path(of: node) + [key]))
  }

  /// Replaces a misspelt key, which was reported, by the key that the author meant.
  func rename(_ node: Int, to key: String) {
    meantKeys[node] = key
    claim(node)
  }

  var hasMisspeltKeys: Bool { !meantKeys.isEmpty }

  /// The key that the author meant; nil for a key that is not misspelt.
  func meantKey(of node: Int) -> String? { hasMisspeltKeys ? meantKeys[node] : nil }

  /// Notes that a member's key is known.
  func claim(_ member: Int) { isKnownKey[member] = true }

  func isClaimed(_ member: Int) -> Bool { isKnownKey[member] }

  /// The path of a value, with misspelt keys replaced.
  private func path(of node: Int) -> [String] {
    var tokens: [String] = []
    var current = node
    while json.nodes[current].parent >= 0 {
      tokens.append(
        meantKey(of: current) ?? json.key(of: current) ?? String(-2 - json.nodes[current].key))
      current = Int(json.nodes[current].parent)
    }
    return tokens.reversed()
  }

  func isRepeated(_ member: Int) -> Bool { !repetitions.isEmpty && repetitions.contains(member) }

  /// Whether a member counts: the first one with its key, if it has a value.
  func counts(_ member: Int) -> Bool { !isRepeated(member) && !(isOfTable && kind(member) == .null) }

  /// Enters an object that may contain itself. Reports it and returns false if it is nested too deep.
  func enter(_ what: Nesting, at node: Int) -> Bool {
    guard nestings.count(where: { $0 == what.rawValue }) < DeclaredObject.nestingLimit else {
      report(
        .badValue, "\(what.rawValue) are nested more than \(DeclaredObject.nestingLimit) levels deep",
        at: node)
      return false
    }
    nestings.append(what.rawValue)
    return true
  }

  /// Reads the same value again for another element: only the first reading reports diagnostics.
  func read(for element: String?, isFirst: Bool, _ read: () -> Void) {
    let outer = (self.element, isMuted)
    (self.element, isMuted) = (element, isMuted || !isFirst)
    read()
    (self.element, isMuted) = outer
  }

  /// Notes that what could not be read of a repeated step since then is missing in each of its elements, too.
  func noteUnreadElements(_ names: [String], at node: Int, since count: Int) {
    let path = path(of: node)
    for unread in unreadPaths[count...] where unread.tokens.starts(with: path) {
      let rest = unread.tokens.dropFirst(path.count)
      unreadPaths += names.map { JSONPointer(tokens: path + ["steps", $0] + rest) }
    }
  }

  func leaveNesting() { nestings.removeLast() }

  package func kind(_ node: Int) -> JSONNode.Kind { json.nodes[node].kind }

  @inline(never)
  package func report(
    _ code: DiagnosticCode, _ message: String, at node: Int, _ part: Place.Part = .value,
    notes: [Diagnostic.Note] = [], known: [String] = []
  ) {
    note(Diagnostic(code, message, at: json.place(of: node, part), notes: notes, known: known))
  }

  /// Reports a value outside of its range, or a key that does not go with the others; such a file is still held to its
  /// rules, which look at conditions as a whole.
  @inline(never)
  package func reportMisfit(
    _ code: DiagnosticCode, _ message: String, at node: Int, _ part: Place.Part = .value,
    notes: [Diagnostic.Note] = []
  ) {
    if !nestings.contains(Nesting.conditions.rawValue) { report(code, message, at: node, part, notes: notes) }
  }

  /// Adds the diagnostics of the rules with their ranges in the text.
  package func finish(_ found: [Diagnostic]) {
    let resolver = PlaceResolver(json)
    for diagnostic in found { note(resolver.resolve(diagnostic)) }
  }

  @inline(never)
  package func mismatch(_ expected: String, at node: Int) {
    report(.badValue, "expected \(expected), found \(describe(node))", at: node)
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

  /// The members of an object whose keys are the author's own names, without remarks (`x-…`) and repeated keys.
  package func namedMembers(of node: Int, ignoringRemarks: Bool = true) -> [NamedNode]? {
    guard kind(node) == .object else {
      mismatch("an object", at: node)
      return nil
    }
    var members: [NamedNode] = []
    for child in json.children(of: node) where counts(child) {
      guard let name = json.key(of: child), !ignoringRemarks || !name.hasPrefix("x-") else { continue }
      members.append(NamedNode(name: name, node: child))
    }
    return members
  }

  package func elements(of node: Int) -> [Int]? {
    guard kind(node) == .array else {
      mismatch("a list", at: node)
      return nil
    }
    return Array(json.children(of: node))
  }
}
