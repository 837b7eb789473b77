/// A member of an object: its key, and the node of its value.
package struct NamedNode {
  package var name: String
  package var node: Int
}

/// Walks the keys of the format's objects. One function of each object names its keys; the same walk reads a file, writes
/// one, and describes the format for the editor schema and the reference.
package final class Visitor {
  enum Mode {
    case reading, writing, describing
  }

  /// Where a key may be.
  struct Placement {
    /// The keys of which the object must have one.
    var owners: [String]
    /// Whether the object may have the key; nil for a key that belongs to one of several exclusive keys.
    var isAllowed: Bool?
  }

  /// A key that goes with some of several keys that exclude each other.
  package struct Companion {
    var name: String
    var owners: [String]

    package init(_ name: String, of owners: [String]) { (self.name, self.owners) = (name, owners) }
  }

  /// A key that the walk has entered.
  struct Key {
    var name: String
    var isRequired = false
    var node = 0
    var placement: Placement?
  }

  /// The object that is being read.
  private struct Object {
    var kind = DeclaredObject.flow
    /// How many values of the document had been unreadable before the object.
    var unreadBefore = 0
    /// A required key whose absence follows from an error that was already reported.
    var excused: String?
    /// Whether an unknown key may mean any key, so that no missing key is reported.
    var hasAnyKey = false
  }

  let mode: Mode
  package let reader: DocumentReader
  private let bytes: [UInt8]
  /// The value that is being read.
  package var node = 0
  private var object = Object()
  /// The object's node. Not a part of it, since the runtime checks each access to what may be changed in place.
  private var start = 0
  private var root: DeclaredObject?
  /// A bit for each kind of key in the object that is being read, so that most absent keys are found absent at once.
  private var keyKinds: UInt64 = 0
  private var placement: Placement?
  /// The value that was written last; nil for none.
  package internal(set) var written: JSONValue?
  var output: [JSONObject.Member] = []
  /// The members of the object with default values; they are not written.
  var defaults: [JSONObject.Member] = []
  /// The shape that was described last.
  var shape = Shape.any
  var keys: [DeclaredKey] = []
  var described: [DeclaredObject: [DeclaredKey]] = [:]
  var choices: [(names: [String], isRequired: Bool)] = []

  package init(_ reader: DocumentReader) {
    self.reader = reader
    bytes = reader.json.source.bytes
    mode = .reading
  }

  init(_ mode: Mode) {
    reader = DocumentReader(JSONDocument(unread: SourceText(name: "", text: "")))
    bytes = []
    self.mode = mode
  }

  package var isReading: Bool { mode == .reading }
  var isOfSwitch: Bool { root == .offlineSwitch }
  package var isWriting: Bool { mode == .writing }
  package var isDescribing: Bool { mode == .describing }
}

// Reading.
extension Visitor {
  /// Reads the object at the current node; false for another value.
  func read(_ kind: DeclaredObject, _ visit: () -> Void) -> Bool {
    guard reader.kind(node) == .object else {
      reader.mismatch("an object", at: node)
      return false
    }
    let (outer, outerStart, outerKinds) = (object, start, keyKinds)
    root = root ?? kind
    object = Object(kind: kind, unreadBefore: reader.unreadCount)
    (start, keyKinds) = (node, kindsOfKeys())
    if let meaning = reader.json.meaning { replaceMisspeltKeys(meaning) }
    visit()
    if !reader.isOfTable {
      for member in unknownMembers { reader.reportUnknownKey(at: member) }
    }
    node = start
    (object, start, keyKinds) = (outer, outerStart, outerKinds)
    return true
  }

  /// The members whose keys no visit has claimed yet, without remarks (`x-…`) and repeated keys.
  private var unknownMembers: some Sequence<Int> {
    reader.json.children(of: start).lazy.filter { [reader] in
      !reader.isClaimed($0) && reader.counts($0) && !reader.isRemark($0)
    }
  }

  /// A bit by the length and the first byte of a key.
  private static func kind(_ count: Int, _ first: UInt8) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: (count &* 5 &+ Int(first)) & 63)
  }

  private static func kind(_ name: String) -> UInt64 {
    name.utf8.first.map { kind(name.utf8.count, $0) } ?? 0
  }

  private func kindsOfKeys() -> UInt64 {
    var kinds: UInt64 = 0
    for child in reader.json.children(of: node) {
      let member = reader.json.nodes[child]
      let key = member.keyRange(in: bytes)
      if member.isKeyEscaped {
        kinds |= Self.kind(reader.json.key(of: child) ?? "")
      } else if !key.isEmpty {
        kinds |= Self.kind(key.count, bytes[key.lowerBound])
      }
    }
    return kinds
  }

  /// The member of the object that is being read with a key.
  private func member(_ name: String) -> Int? {
    keyKinds & Self.kind(name) == 0 ? nil : reader.member(name, of: start)
  }

  /// Replaces misspelt keys by those that the author meant, so that these are not reported as missing, too. Looks only
  /// at as many unknown keys as may be listed, since each search takes the time of a walk over the object.
  private func replaceMisspeltKeys(_ meaning: (JSONDocument, Int, String) -> KeyMeaning?) {
    for node in unknownMembers.prefix(DocumentReader.mostDiagnostics) {
      guard !reader.isFull, let found = meaning(reader.json, node, object.kind.rawValue) else { continue }
      for (key, object) in found.unread { reader.noteUnread(key, in: object) }
      object.excused = found.excused ?? object.excused
      object.hasAnyKey = object.hasAnyKey || found.isAnyKey
      guard let meant = found.meant, member(meant) == nil else { continue }
      reader.reportUnknownKey(at: node)
      reader.rename(node, to: meant)
      keyKinds |= Self.kind(meant)
    }
  }

  private var owner: String {
    let noun = object.kind.noun
    return object.kind.isNamed ? "the \(noun) \"\(reader.json.key(of: start) ?? "")\"" : "the \(noun)"
  }

  var kind: DeclaredObject { object.kind }

  /// Whether every value of the current object could be read so far.
  package var isWhole: Bool { mode == .reading && reader.unreadCount == object.unreadBefore }

  package func node(of key: String) -> Int? {
    mode == .reading ? member(key) : nil
  }

  /// Whether every present one of these keys has a readable value.
  package func areRead(_ keys: String...) -> Bool {
    keys.allSatisfy { node(of: $0).map(reader.isRead) ?? true }
  }

  /// Reports the object that is being read, or one of its present keys.
  @inline(never)
  package func report(
    _ code: DiagnosticCode, _ message: String, at key: String? = nil, _ part: Place.Part = .key,
    notes: [Diagnostic.Note] = []
  ) {
    guard mode == .reading else { return }
    let found = key.flatMap { self.node(of: $0) }
    let place = found ?? start
    let part = key != nil && found == nil ? .key : part
    reader.reportMisfit(
      code, message, at: place, reader.json.nodes[place].key >= 0 ? part : .value, notes: notes)
  }

  @inline(never)
  private func reportMissing(_ key: String) {
    reader.noteUnread(key, in: start)
    guard object.excused != key else { return }
    reader.reportMissing("\(owner) has no \"\(key)\"", at: start)
  }

  private func reportMissing(oneOf keys: [String]) {
    for key in keys { reader.noteUnread(key, in: start) }
    guard !object.hasAnyKey else { return }
    reader.reportMissing("\(owner) needs one of: \(keys.joined(separator: ", "))", at: start)
  }
}

// Keys.
extension Visitor {
  /// Allows the next key only together with one of these; `Placement` explains `isAllowed`.
  package func on(_ owners: [String], if isAllowed: Bool? = nil) -> Visitor {
    placement = Placement(owners: owners, isAllowed: isAllowed)
    return self
  }

  /// Begins a key; nil if its value needs no visit.
  @inline(never)
  func enter(_ name: String, required: Bool = false, isWritten: Bool = true) -> Key? {
    defer { placement = nil }
    var key: Key { Key(name: name, isRequired: required, placement: placement) }
    switch mode {
    case .reading:
      guard let claimed = claim(name) else {
        if required { reportMissing(name) }
        return nil
      }
      node = claimed
      return Key(name: name, isRequired: required, node: claimed, placement: placement)
    case .writing:
      written = nil
      return isWritten ? key : nil
    case .describing:
      return key
    }
  }

  /// Ends a key.
  ///
  /// - Parameters:
  ///   - isSet: Whether the value that was read differs from a missing one.
  ///   - hasDefault: Whether a missing key has a default value.
  @inline(never)
  func leave(_ key: Key, isRead: Bool, isSet: Bool = true, hasDefault: Bool = false) {
    switch mode {
    case .reading:
      if !isRead {
        reader.noteUnread(key.node)
      } else if isSet, let placement = key.placement, placement.isAllowed == false {
        reportMisplaced(key.name, placement.owners)
      }
      node = start
    case .writing:
      guard let written else { return }
      if hasDefault, !key.isRequired, defaults.contains(where: { $0.name == key.name && $0.value == written })
      {
        return
      }
      output.append(.init(name: key.name, value: written))
    case .describing: describe(key, hasDefault: hasDefault)
    }
  }

  /// Reports a key that does not go with the others, unless an unknown key may mean one that it goes with.
  func reportMisplaced(_ key: String, _ owners: [String]) {
    if object.hasAnyKey { return }
    report(.misplacedKey, "\"\(key)\" is only allowed with \(owners.quotedAlternatives)", at: key)
  }

  /// Keys that exclude each other: the keys to visit.
  ///
  /// - Parameters:
  ///   - current: The key of the value, to write it.
  ///   - companions: The keys that belong to some of them, each with those.
  @inline(never)
  package func choose(
    _ names: [String], is current: String?, required: Bool = false,
    companions: [Companion] = []
  ) -> [String] {
    switch mode {
    case .writing: return names.filter { $0 == current }
    case .describing:
      choices.append((names, required))
      return names
    case .reading: break
    }
    let present = present(names)
    let chosen = present.first?.name
    for companion in companions where chosen.map(companion.owners.contains) != true {
      // Without any of the keys, this is the only error.
      guard let claimed = claim(companion.name), chosen != nil else { continue }
      reader.report(
        .misplacedKey, "\"\(companion.name)\" is only allowed with \(companion.owners.quotedAlternatives)",
        at: claimed, .key)
    }
    guard let first = present.first else {
      if required { reportMissing(oneOf: names) }
      return []
    }
    for other in present.dropFirst() {
      let note = Diagnostic.Note("\"\(first.name)\" is here", at: reader.json.place(of: first.node, .key))
      reader.report(
        .misplacedKey, "\"\(other.name)\" and \"\(first.name)\" exclude each other", at: other.node, .key,
        notes: [note])
    }
    return [first.name]
  }

  /// Optional keys whose order in the file matters: the keys to visit, in that order.
  package func collect(_ names: [String], are current: @autoclosure () -> [String]) -> [String] {
    switch mode {
    case .describing: names
    case .writing: current()
    case .reading: present(names).map { $0.name }
    }
  }

  /// The value of the member with a key, which then counts as known.
  private func claim(_ name: String) -> Int? {
    guard let member = member(name) else { return nil }
    reader.claim(member)
    return member
  }

  /// The present keys, in the file's order.
  @inline(never)
  private func present(_ names: [String]) -> [NamedNode] {
    var present: [NamedNode] = []
    for name in names {
      guard let node = claim(name) else { continue }
      let place = present.firstIndex { $0.node > node } ?? present.count
      present.insert(NamedNode(name: name, node: node), at: place)
    }
    return present
  }
}
