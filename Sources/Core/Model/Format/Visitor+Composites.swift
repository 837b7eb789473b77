// Values that contain others: objects, lists, maps, and one of several forms.
//
// Code that does not depend on the type of a value is in separate functions, so that the compiler makes few copies for
// each type.
extension Visitor {
  /// An object of the format's own keys.
  ///
  /// - Parameters:
  ///   - kind: The kind of the object, if objects of this type have different keys.
  ///   - name: The author's own name for it.
  package func object<Object: FormatObject>(
    _ value: Object?, as kind: DeclaredObject = Object.object, named name: String = ""
  ) -> Object? {
    var object = isReading ? Object(named: name) : value ?? Object(named: name)
    let isRead = visit(
      kind, isWritten: value != nil,
      empty: {
        var empty = Object(named: "")
        empty.visit(self)
      }, { object.visit(self) })
    return isRead ? object : nil
  }

  /// Reads an object, and says whether there was one; or writes or describes it.
  @inline(never)
  private func visit(
    _ kind: DeclaredObject, isWritten: Bool, empty: () -> Void, _ visit: () -> Void
  ) -> Bool {
    guard isReading else {
      if isDescribing { describe(kind, empty) }
      // A bare nil would be JSON's null.
      let value: JSONValue? = if isWriting, isWritten { write(empty: empty, visit) } else { JSONValue?.none }
      show(.object(kind), value)
      return false
    }
    guard let nesting = kind.nesting else { return read(kind, visit) }
    guard reader.enter(nesting, at: node) else { return false }
    defer { reader.leaveNesting() }
    return read(kind, visit)
  }

  /// A key with an inner object whose keys set properties of the outer value.
  package func nest(_ name: String, _ kind: DeclaredObject, required: Bool = false, _ visit: () -> Void) {
    guard let key = enter(name, required: required) else { return }
    var isRead = false
    if isReading {
      isRead = read(kind, visit)
    } else {
      if isDescribing { describe(kind, visit) }
      let members = isWriting ? members(visit) : []
      let isWritten = required || !members.isEmpty
      show(.object(kind), isWritten ? .object(JSONObject(members)) : JSONValue?.none)
    }
    leave(key, isRead: isRead)
  }
}

// Lists.
extension Visitor {
  /// A list. The stand-in replaces an element that cannot be read; without one the element is left out.
  ///
  /// - Parameters:
  ///   - count: The allowed number of elements.
  ///   - isUnique: Whether no two elements may be equal.
  ///   - reportsCount: Whether this function reports another number of elements; otherwise a rule does.
  ///   - named: Reads an element from a name; for lists whose elements are names or words.
  package func list<Element>(
    _ elements: [Element]?, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false,
    reportsCount: Bool = true, standIn: Element? = nil, named: ((String) -> Element?)? = nil,
    _ visit: (Element?) -> Element?
  ) -> [Element]? {
    guard mode == .reading else {
      showList(elements?.count, count, isUnique) { position in
        _ = visit(position.flatMap { elements?[$0] })
      }
      return nil
    }
    var found: [Element] = []
    let isRead = readList(hasNames: named != nil) { name in
      let element = if let name { named?(name) } else { visit(nil) }
      if let element = element ?? (name == nil ? standIn : nil) { found.append(element) }
      return element != nil
    }
    guard isRead else { return found.isEmpty ? nil : found }
    if reportsCount, !count.contains(found.count) { reportCount(found.count, count) }
    return found
  }

  /// Visits each element of a list. Without a position, the visit only describes an element.
  @inline(never)
  private func showList(
    _ length: Int?, _ count: ClosedRange<Int>, _ isUnique: Bool, _ visit: (Int?) -> Void
  ) {
    var values: [JSONValue] = []
    for position in 0..<(length ?? 0) {
      visit(position)
      if let written { values.append(written) }
    }
    if isDescribing {
      visit(nil)
      shape = .list(shape, count: count, isUnique: isUnique)
    }
    written = length == nil ? JSONValue?.none : .array(values)
  }

  /// Visits each element of a list, or each name in a text; false if the value is not a list.
  @inline(never)
  private func readList(hasNames: Bool, _ visit: (_ name: String?) -> Bool) -> Bool {
    let list = node
    guard let nodes = reader.elements(of: list) else {
      // The names in a text count as elements, so that none is reported as missing.
      if hasNames { for name in reader.json.names(in: list) ?? [] { _ = visit(name) } }
      return false
    }
    if hasNames, let names = namesInOneText(nodes) {
      for name in names { _ = visit(name) }
      return true
    }
    for element in nodes {
      node = element
      if !visit(nil) { reader.noteUnread(element) }
    }
    node = list
    return true
  }

  private func reportCount(_ count: Int, _ allowed: ClosedRange<Int>) {
    let least = allowed.lowerBound
    reportRange(
      count > least
        ? "expected at most \(allowed.upperBound) entries, found \(count)"
        : count == 0
          ? "the list is empty; expected at least \(least) entry"
          : "expected at least \(least) entries, found \(count)")
  }

  private func namesInOneText(_ nodes: [Int]) -> [String]? {
    guard nodes.count == 1, reader.json.string(of: nodes[0])?.contains(",") == true,
      let names = reader.json.names(in: nodes[0]), names.count > 1
    else { return nil }
    reader.report(.badValue, "one text holds several names", at: nodes[0])
    return names
  }

  /// A list of texts.
  package func texts(
    _ texts: [String]?, _ kind: TextKind = .free, count: ClosedRange<Int> = 0...Int.max,
    isUnique: Bool = false
  ) -> [String]? {
    list(texts, count: count, isUnique: isUnique, standIn: UnreadParts.standInName, named: { $0 }) {
      self.text($0, kind)
    }
  }

  /// A list of an enumeration's words.
  package func words<Word: RawRepresentable & CaseIterable>(
    _ words: [Word]?, count: ClosedRange<Int> = 0...Int.max
  ) -> [Word]? where Word.RawValue == String {
    list(words, count: count, named: { Word(rawValue: $0) }) { self.word($0) }
  }

  /// A list of objects. An object without keys replaces one that cannot be read.
  package func objects<Object: FormatObject>(
    _ objects: [Object]?, as kind: DeclaredObject = Object.object, count: ClosedRange<Int> = 0...Int.max,
    reportsCount: Bool = true
  ) -> [Object]? {
    list(objects, count: count, reportsCount: reportsCount, standIn: Object(named: "")) {
      self.object($0, as: kind)
    }
  }

  /// One element, or a list of them. A list of one element is written as the element.
  package func oneOrMore<Element>(
    _ elements: [Element]?, atLeast count: Int = 1, standIn: Element? = nil,
    named: ((String) -> Element?)? = nil, _ visit: (Element?) -> Element?
  ) -> [Element]? {
    let isList = isReading ? reader.kind(node) == .array : elements?.count != 1
    var found: [Element]?
    var single: Shape?
    if !isList || isDescribing {
      found = visit(elements?.first).map { [$0] }
      single = shape
    }
    if isList || isDescribing {
      let one = written
      found = list(elements, count: count...Int.max, standIn: standIn, named: named, visit)
      if !isList { written = one }
    }
    if isDescribing, let single { shape = .oneOf([single, shape]) }
    return found
  }
}

// Maps.
extension Visitor {
  /// An object of entries by names of the author's own.
  ///
  /// - Parameters:
  ///   - isTable: Whether the names belong to a protocol, where `x-` means nothing.
  ///   - standIn: Replaces an entry that cannot be read; without one the entry is left out.
  package func map<Entry>(
    _ entries: [Entry]?, names: NameKind = .any, isTable: Bool = false,
    name: (Entry) -> String, standIn: (String) -> Entry? = { _ in nil },
    _ visit: (String, Entry?) -> Entry?
  ) -> [Entry]? {
    guard mode == .reading else {
      showMap(entries?.count, names, isTable: isTable) { position in
        guard let entries, let position else {
          _ = visit("", nil)
          return ""
        }
        let name = name(entries[position])
        _ = visit(name, entries[position])
        return name
      }
      return nil
    }
    var found: [Entry] = []
    let isRead = readMap(names, isTable: isTable) { name in
      let entry = visit(name, nil)
      if let entry = entry ?? standIn(name) { found.append(entry) }
      return entry != nil
    }
    return isRead ? found : nil
  }

  /// Visits each entry of a map. Without a position, the visit only describes an entry.
  @inline(never)
  private func showMap(_ length: Int?, _ names: NameKind, isTable: Bool, _ visit: (Int?) -> String) {
    if isDescribing {
      _ = visit(nil)
      shape = isTable ? .table(shape, names: names) : .map(shape, names: names)
      written = nil
      return
    }
    var members: [JSONObject.Member] = []
    for position in 0..<(length ?? 0) {
      let name = visit(position)
      if let written { members.append(.init(name: name, value: written)) }
    }
    written = length == nil ? JSONValue?.none : .object(JSONObject(members))
  }

  /// Visits each entry of a map; false if the value is not an object.
  @inline(never)
  private func readMap(_ names: NameKind, isTable: Bool, _ visit: (String) -> Bool) -> Bool {
    let map = node
    guard let members = reader.namedMembers(of: map, ignoringRemarks: !isTable) else { return false }
    for member in members {
      node = member.node
      check(member.name, names)
      if !visit(member.name) { reader.noteUnread(member.node) }
    }
    node = map
    return true
  }

  /// An object of objects by names of the author's own. An entry that cannot be read keeps its name.
  package func map<Object: FormatObject>(
    _ objects: [Object]?, as kind: DeclaredObject = Object.object, names: NameKind = .any,
    standIn: (String) -> Object = { Object(named: $0) }, name: (Object) -> String
  ) -> [Object]? {
    map(objects, names: names, name: name, standIn: { standIn($0) }) { name, object in
      self.object(object, as: kind, named: name)
    }
  }
}

// Forms.
extension Visitor {
  /// Forms that differ in their JSON types: the positions of those to visit.
  ///
  /// - Parameters:
  ///   - types: The JSON types of each form.
  ///   - expected: The forms in words, for the message about another type.
  ///   - form: The form of the value to write; nil without a value.
  package func forms(
    _ types: [[JSONNode.Kind]], _ expected: String, written form: @autoclosure () -> Int?
  ) -> Forms {
    switch mode {
    case .describing: return Forms(visitor: self, form: form(), remaining: 0..<types.count)
    case .writing:
      written = nil
      return Forms(visitor: self, remaining: form().map { $0..<$0 + 1 } ?? 0..<0)
    case .reading:
      let kind = reader.kind(node)
      if let form = types.firstIndex(where: { $0.contains(kind) }) {
        return Forms(visitor: self, remaining: form..<form + 1)
      }
      reader.mismatch(expected, at: node)
      return Forms(visitor: self, remaining: 0..<0)
    case .placing: return Forms(visitor: self, remaining: 0..<0)
    }
  }

  /// The forms to visit. While the visitor describes, the shapes of all forms are collected.
  package struct Forms: Sequence, IteratorProtocol {
    let visitor: Visitor
    var form: Int?
    var remaining: Range<Int>
    private var shapes: [Shape] = []
    private var value: JSONValue?
    private var last: Int?

    init(visitor: Visitor, form: Int? = nil, remaining: Range<Int>) {
      self.visitor = visitor
      self.form = form
      self.remaining = remaining
    }

    package mutating func next() -> Int? {
      if visitor.isDescribing, let last {
        shapes.append(visitor.shape)
        if last == form { value = visitor.written }
      }
      guard let next = remaining.popFirst() else {
        if visitor.isDescribing { (visitor.shape, visitor.written) = (.oneOf(shapes), value) }
        return nil
      }
      last = next
      return next
    }
  }
}
