// Values that contain others: objects, lists, maps, and one of several forms.
//
// Their code walks lists with loops: each `map` or `first(where:)` in code that is never specialised would look up
// conformances at every start of an app, once for each type of element.
extension ValueFormat {
  /// An object of the format's own keys. The declaration is looked up when it is needed: objects may contain
  /// themselves.
  ///
  /// - Parameter hint: What to write instead of a value that is no object.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func object(
    _ object: DeclaredObject, _ format: @autoclosure @escaping @Sendable () -> ObjectFormat<Value>,
    hint: (@Sendable (JSONValue) -> String?)? = nil
  ) -> Self {
    Self(
      .object(object),
      read: { reader, node in
        if reader.kind(node) != .object, let hint = hint?(reader.json.value(of: node)) {
          reader.mismatch("an object", at: node, hint: hint)
          return nil
        }
        let format = format()
        var value = format.initial("")
        return format.read(node, reader, into: &value) ? value : nil
      }, write: { .object(JSONObject(format().members(of: $0))) },
      check: { format().check($0, &$1) })
  }

  /// A list; an element that cannot be read is replaced by its format's stand-in, or left out.
  ///
  /// - Parameter reportsCount: Whether too short a list is reported here; otherwise a rule does so.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func list<Element>(
    of element: ValueFormat<Element>, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false,
    reportsCount: Bool = true
  ) -> Self where Value == [Element] {
    let isCounted = reportsCount && count.lowerBound > 0
    var check: Check?
    if isCounted || element.check != nil {
      check = { elements, check in
        if isCounted, elements.count < count.lowerBound {
          check.add(
            elements.isEmpty
              ? "the list is empty; expected at least \(count.lowerBound) entry"
              : "expected at least \(count.lowerBound) entries, found \(elements.count)")
        }
        guard let checkElement = element.check else { return }
        for position in elements.indices {
          check.within(String(position)) { checkElement(elements[position], &$0) }
        }
      }
    }
    return Self(
      .list(element.shape, count: count, isUnique: isUnique),
      read: { reader, node in
        guard let nodes = reader.elements(of: node, hint: reader.listHint(node, of: element.shape)) else {
          // A text is taken for the elements, so that nothing seems to be missing.
          return element.readName.flatMap { reader.names(node)?.compactMap($0) }
        }
        if nodes.count == 1, let readName = element.readName,
          reader.json.string(of: nodes[0])?.contains(",") == true,
          let names = reader.names(nodes[0]), names.count > 1
        {
          let quoted = names.map { "\"\($0)\"" }.joined(separator: ", ")
          reader.report(.badValue, "one text holds several names", at: nodes[0], hint: "write \(quoted)")
          return names.compactMap(readName)
        }
        var elements: [Element] = []
        for position in nodes.indices {
          let value = reader.reading(String(position)) { element.read(reader, nodes[position]) }
          if let value = value ?? element.standIn() { elements.append(value) }
        }
        return elements
      },
      write: { .array($0.map(element.write)) },
      check: check)
  }

  /// A list of two.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func pair<Element>(of element: ValueFormat<Element>) -> Self
  where Value == (Element, Element) {
    let list = ValueFormat<[Element]>.list(of: element, count: 2...2)
    return Self(
      list.shape,
      read: { reader, node in
        guard let elements = list.read(reader, node) else { return nil }
        guard elements.count == 2 else {
          let count = reader.elements(of: node)?.count ?? 0
          if count != 2 { reader.report(.badValue, "expected 2 entries, found \(count)", at: node) }
          return nil
        }
        return (elements[0], elements[1])
      },
      write: { list.write([$0.0, $0.1]) }, check: { list.check?([$0.0, $0.1], &$1) })
  }

  /// The same for values that may contain themselves.
  @_semantics("optimize.sil.specialize.generic.never")
  func nested(_ what: DocumentReader.Nesting) -> ValueFormat {
    let (read, standIn) = (self.read, self.standIn)
    return ValueFormat(
      shape, read: { reader, node in reader.nested(what, at: node) { read(reader, node) } }, write: write,
      check: check, standIn: standIn())
  }

  /// One element, or a list of one or more; a list of one is written as the element.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func oneOrMore<Element>(_ element: ValueFormat<Element>, atLeast count: Int = 1) -> Self
  where Value == [Element] {
    let list = ValueFormat<[Element]>.list(of: element, count: count...Int.max)
    return Self(
      .oneOf([element.shape, list.shape]),
      read: { reader, node in
        reader.kind(node) == .array ? list.read(reader, node) : element.read(reader, node).map { [$0] }
      },
      write: { $0.count == 1 ? element.write($0[0]) : list.write($0) },
      check: { elements, check in
        if elements.count == 1 { element.check?(elements[0], &check) } else { list.check?(elements, &check) }
      })
  }

  /// An object of entries by names of the author's own.
  ///
  /// - Parameters:
  ///   - isTable: Whether the names belong to a protocol, where `x-` means nothing.
  ///   - standIn: The value of an entry that cannot be read; without one the entry is left out.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func map<Entry, Content>(
    of content: ValueFormat<Content>, names: NameKind = .any, isTable: Bool = false,
    standIn: @autoclosure @escaping @Sendable () -> Content? = nil,
    entry: @escaping @Sendable (String, Content) -> Entry,
    parts: @escaping @Sendable (Entry) -> (String, Content)
  ) -> Self where Value == [Entry] {
    var check: Check?
    if let checkContent = content.check {
      check = { entries, range in
        for entry in entries {
          let (name, value) = parts(entry)
          range.within(name) { checkContent(value, &$0) }
        }
      }
    }
    return Self(
      isTable ? .table(content.shape, names: names) : .map(content.shape, names: names),
      read: { reader, node in
        guard let members = reader.entries(of: node, content.shape, ignoringRemarks: !isTable) else {
          return nil
        }
        var entries: [Entry] = []
        for (name, node) in members {
          let value = reader.reading(name) { content.read(reader, node) }
          if let value = value ?? standIn() { entries.append(entry(name, value)) }
        }
        return entries
      },
      write: { entries in
        .object(
          JSONObject(
            entries.map { entry in
              let (name, value) = parts(entry)
              return JSONObject.Member(name: name, value: content.write(value))
            }))
      },
      check: check)
  }

  /// An object of objects by names of the author's own. An entry that cannot be read keeps its name.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func map<Entry>(
    _ object: DeclaredObject, _ format: @autoclosure @escaping @Sendable () -> ObjectFormat<Entry>,
    names: NameKind = .any, standIn: (@Sendable (String) -> Entry)? = nil,
    name: @escaping @Sendable (Entry) -> String
  ) -> Self where Value == [Entry] {
    Self(
      .map(.object(object), names: names),
      read: { reader, node in
        guard let members = reader.entries(of: node, .object(object)) else { return nil }
        let format = format()
        var entries: [Entry] = []
        for (name, node) in members {
          var entry = format.initial(name)
          let isRead: Bool? = reader.reading(name) {
            format.read(node, reader, into: &entry) ? true : nil
          }
          entries.append(isRead == nil ? standIn?(name) ?? entry : entry)
        }
        return entries
      },
      write: { entries in
        let format = format()
        return .object(
          JSONObject(
            entries.map { .init(name: name($0), value: .object(JSONObject(format.members(of: $0)))) }))
      },
      check: { entries, check in
        let format = format()
        for entry in entries { check.within(name(entry)) { format.check(entry, &$0) } }
      })
  }

  /// One of several forms, told apart by their JSON types.
  ///
  /// - Parameters:
  ///   - expected: What the forms are, for the message about another type.
  ///   - hint: What to write instead.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func either(_ expected: String, _ forms: [Form<Value>], hint: String? = nil) -> Self {
    var shapes: [Shape] = []
    for form in forms { shapes.append(form.format.shape) }
    return Self(
      .oneOf(shapes),
      read: { reader, node in
        for form in forms where form.types.contains(reader.kind(node)) {
          return form.format.read(reader, node)
        }
        reader.mismatch(expected, at: node, hint: hint)
        return nil
      },
      write: { value in
        for form in forms where form.isForm(value) { return form.format.write(value) }
        return .null
      },
      check: { value, range in
        for form in forms where form.isForm(value) {
          form.format.check?(value, &range)
          return
        }
      })
  }
}

/// One of the forms that a value may have.
package struct Form<Value: Sendable>: Sendable {
  /// The JSON types that the form has in a file.
  let types: [JSONNode.Kind]
  let format: ValueFormat<Value>
  let isForm: @Sendable (Value) -> Bool

  @_semantics("optimize.sil.specialize.generic.never")
  package init<Content>(
    _ types: [JSONNode.Kind], _ format: ValueFormat<Content>, _ embed: @escaping @Sendable (Content) -> Value,
    _ extract: @escaping @Sendable (Value) -> Content?
  ) {
    self.types = types
    self.format = format.map(to: embed, from: extract)
    isForm = { extract($0) != nil }
  }
}
