// Values that contain others: objects, lists, maps, and one of several forms.
//
// Code that does not depend on the type of a value is in separate functions, so that the compiler makes few copies for
// each type.
extension Visitor {
  /// An object of the format's own keys.
  ///
  /// - Parameter kind: The kind of the object, if objects of this type have different keys.
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
    return isRead ? consume object : nil
  }

  /// Reads an object, and says whether there was one; or writes or describes it.
  @inline(never)
  private func visit(
    _ kind: DeclaredObject, isWritten: Bool, empty: () -> Void, _ visit: () -> Void
  ) -> Bool {
    guard isReading else {
      if isDescribing { describe(kind, empty) }
      // A bare nil would be JSON's null.
      let value: JSONValue? =
        if isWriting, isWritten { .object(JSONObject(members(empty: empty, visit))) } else { JSONValue?.none }
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
  ///   - reportsCount: Whether this function reports another number of elements; otherwise a rule does.
  ///   - named: Reads an element from a name; for lists whose elements are names or words.
  package func list<Element>(
    _ elements: [Element]?, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false,
    reportsCount: Bool = true, standIn: Element? = nil, named: ((String) -> Element?)? = nil,
    _ visit: (Element?) -> Element?
  ) -> [Element]? {
    var found: [Element] = []
    let isList = visitList(
      elements?.count, count, isUnique: isUnique, hasNames: named != nil,
      named: { name in if let element = named?(name) { found.append(element) } },
      { place in
        guard let element = visit(place.flatMap { elements?[$0] }) else { return false }
        found.append(element)
        return true
      }, standIn: { if let standIn { found.append(standIn) } })
    guard let isList else { return nil }
    guard isList else { return found.isEmpty ? nil : found }
    if reportsCount, !count.contains(found.count) { reportCount(found.count, count) }
    return found
  }

  /// Visits the elements of a list by their positions. Whether it is a list; nil if nothing is read.
  @inline(never)
  private func visitList(
    _ length: Int?, _ count: ClosedRange<Int>, isUnique: Bool, hasNames: Bool,
    named: (String) -> Void, _ visit: (Int?) -> Bool, standIn: () -> Void
  ) -> Bool? {
    let list = node
    let items = items(length, hasNames: hasNames)
    var values: [JSONValue] = []
    for name in items.names { named(name) }
    for item in items.places {
      if isReading { node = item }
      let isRead = visit(isReading || item < 0 ? nil : item)
      if !isReading {
        if item >= 0, let written { values.append(written) }
      } else if !isRead {
        reader.noteUnread(item)
        standIn()
      }
    }
    guard isReading else {
      show(.list(shape, count: count, isUnique: isUnique), length == nil ? JSONValue?.none : .array(values))
      return nil
    }
    node = list
    return items.isList
  }

  private struct Items {
    var names: [String] = []
    /// The nodes to read, or the positions to write; less than 0 for a visit that only describes.
    var places: [Int] = []
    var isList = true
  }

  @inline(never)
  private func items(_ count: Int?, hasNames: Bool) -> Items {
    guard isReading else {
      var places = Array(0..<(count ?? 0))
      if isDescribing { places.append(-1) }
      return Items(places: places)
    }
    guard let nodes = reader.elements(of: node) else {
      // The names in a text count as elements, so that none is reported as missing.
      return Items(names: hasNames ? reader.json.names(in: node) ?? [] : [], isList: false)
    }
    if hasNames, let names = namesInOneText(nodes) { return Items(names: names) }
    return Items(places: nodes)
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

  package func texts(
    _ texts: [String]?, _ kind: TextKind = .free, count: ClosedRange<Int> = 0...Int.max,
    isUnique: Bool = false
  ) -> [String]? {
    list(texts, count: count, isUnique: isUnique, standIn: UnreadParts.standInName, named: { $0 }) {
      self.text($0, kind)
    }
  }

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
    _ entries: [Entry]?, names: TextKind = .free, isTable: Bool = false,
    name: (Entry) -> String, standIn: (String) -> Entry? = { _ in nil },
    _ visit: (String, Entry?) -> Entry?
  ) -> [Entry]? {
    var found: [Entry] = []
    let isMap = visitMap(
      entries?.count, names, isTable: isTable, name: { place in entries.map { name($0[place]) } ?? "" },
      { key, place in
        guard let entry = visit(key, place.flatMap { entries?[$0] }) else { return false }
        found.append(entry)
        return true
      }, standIn: { if let entry = standIn($0) { found.append(entry) } })
    return isMap ? found : nil
  }

  /// Visits the entries of a map by their positions; false without a map to read.
  @inline(never)
  private func visitMap(
    _ count: Int?, _ names: TextKind, isTable: Bool, name: (Int) -> String, _ visit: (String, Int?) -> Bool,
    standIn: (String) -> Void
  ) -> Bool {
    let map = node
    guard let items = mapItems(count, isTable: isTable) else { return false }
    var members: [JSONObject.Member] = []
    for item in items {
      let place = isReading || item.node < 0 ? nil : item.node
      let key = place.map(name) ?? item.name
      if isReading {
        node = item.node
        check(key, names, .key)
      }
      let isRead = visit(key, place)
      if !isReading {
        if let written { members.append(.init(name: key, value: written)) }
      } else if !isRead {
        reader.noteUnread(item.node)
        standIn(key)
      }
    }
    guard isReading else {
      let value: JSONValue? = isDescribing || count == nil ? JSONValue?.none : .object(JSONObject(members))
      show(isTable ? .table(shape, names: names) : .map(shape, names: names), value)
      return false
    }
    node = map
    return true
  }

  /// The entries to visit: the members to read, or the positions to write; less than 0 for a visit that only describes.
  @inline(never)
  private func mapItems(_ count: Int?, isTable: Bool) -> [NamedNode]? {
    switch mode {
    case .reading: reader.namedMembers(of: node, ignoringRemarks: !isTable)
    case .describing: [NamedNode(name: "", node: -1)]
    case .writing: (0..<(count ?? 0)).map { NamedNode(name: "", node: $0) }
    }
  }

  /// An object of objects by names of the author's own. An entry that cannot be read keeps its name.
  package func map<Object: FormatObject>(
    _ objects: [Object]?, as kind: DeclaredObject = Object.object, names: TextKind = .free,
    standIn: (String) -> Object = { Object(named: $0) }, name: (Object) -> String
  ) -> [Object]? {
    map(objects, names: names, name: name, standIn: { standIn($0) }) { name, object in
      self.object(object, as: kind, named: name)
    }
  }
}

// Forms.
extension Visitor {
  /// A value in one of several forms, which differ in their JSON types.
  ///
  /// - Parameters:
  ///   - expected: The forms in words, for the message about another type.
  ///   - form: The form of the value to write; nil without a value.
  ///   - visit: Visits the form at a position.
  package func forms<Value>(
    _ types: [[JSONNode.Kind]], _ expected: String, written form: @autoclosure () -> Int?,
    _ visit: (Int) -> Value?
  ) -> Value? {
    var found: Value?
    visitForms(types, expected, form()) { found = visit($0) }
    return found
  }

  @inline(never)
  private func visitForms(
    _ types: [[JSONNode.Kind]], _ expected: String, _ form: Int?, _ visit: (Int) -> Void
  ) {
    switch mode {
    case .reading:
      let kind = reader.kind(node)
      guard let form = types.firstIndex(where: { $0.contains(kind) }) else {
        return reader.mismatch(expected, at: node)
      }
      visit(form)
    case .writing:
      written = nil
      if let form { visit(form) }
    case .describing:
      var shapes: [Shape] = []
      var value: JSONValue?
      for place in types.indices {
        visit(place)
        shapes.append(shape)
        if place == form { value = written }
      }
      (shape, written) = (.oneOf(shapes), value)
    }
  }
}
