/// How a value is read from a file, written to one and held to its range: one declaration for all three, so that
/// what is written can be read again.
package struct ValueFormat<Value: Sendable>: Sendable {
  typealias Check = @Sendable (Value, inout RangeCheck) -> Void

  /// The allowed form of the value in a file.
  package let shape: Shape
  /// Reads a node; nil where it cannot be read, which is then reported.
  let read: @Sendable (DocumentReader, Int) -> Value?
  let write: @Sendable (Value) -> JSONValue
  /// Reports what lies outside of its range; nil where nothing can.
  let check: Check?
  /// Takes the place of an element that cannot be read, so that the positions of the others stay right.
  var standIn: Value?
  /// Reads one of several names in one text, where the value is a name or a word.
  var readName: (@Sendable (String) -> Value?)?

  init(
    _ shape: Shape, read: @escaping @Sendable (DocumentReader, Int) -> Value?,
    write: @escaping @Sendable (Value) -> JSONValue, check: Check? = nil, standIn: Value? = nil
  ) {
    self.shape = shape
    self.read = read
    self.write = write
    self.check = check
    self.standIn = standIn
  }

  /// The same with something that takes the place of an element that cannot be read.
  func standingIn(_ standIn: Value) -> ValueFormat {
    var format = self
    format.standIn = standIn
    return format
  }

  /// The same for a value whose texts may contain references.
  var withReferences: ValueFormat {
    ValueFormat(.withReferences(shape), read: read, write: write, check: check, standIn: standIn)
  }

  /// The same form for another type; `back` returns nil for values that have another form.
  func map<Other>(
    to other: @escaping @Sendable (Value) -> Other, from back: @escaping @Sendable (Other) -> Value?
  ) -> ValueFormat<Other> {
    let (read, write, check) = (self.read, self.write, self.check)
    var otherCheck: ValueFormat<Other>.Check?
    if let check {
      otherCheck = { value, range in
        if let value = back(value) { check(value, &range) }
      }
    }
    var format = ValueFormat<Other>(
      shape, read: { reader, node in read(reader, node).map(other) },
      write: { value in back(value).map(write) ?? .null }, check: otherCheck, standIn: standIn.map(other))
    if let readName { format.readName = { readName($0).map(other) } }
    return format
  }
}

extension ValueFormat where Value == String {
  static var text: Self { text(.free) }

  static func text(_ kind: TextKind) -> Self {
    let check: Check = { text, range in
      if text.isEmpty { range.add("expected text, found an empty text") }
    }
    var format = Self(
      .text(kind), read: { $0.string($1) }, write: { .string($0) }, check: kind == .nonEmpty ? check : nil,
      standIn: UnreadParts.standInName)
    format.readName = { $0 }
    return format
  }
}

extension ValueFormat where Value == Bool {
  static var bool: Self { Self(.bool, read: { $0.bool($1) }, write: { .bool($0) }) }
}

extension ValueFormat where Value == JSONValue {
  static var any: Self { Self(.any, read: { $0.json.value(of: $1) }, write: { $0 }) }
  /// Text, a number, true or false.
  static var literal: Self { Self(.literal, read: { $0.literal($1) }, write: { $0 }, standIn: "") }
}

extension ValueFormat where Value == JSONValue {
  /// A code of a server: a whole number or a text.
  static var code: Self {
    .either(
      "a whole number or text",
      [
        Form([.number], .integer(Int.min...Int.max), { .integer(Int64($0)) }) { code in
          if case .integer(let number) = code { Int(number) } else { nil }
        },
        Form([.string], .text(.nonEmpty), { .string($0) }, { $0.string }),
      ]
    ).standingIn("")
  }
}

extension ValueFormat where Value == Int {
  /// The version of the file's format; it is checked before anything else is read.
  static func version(upTo newest: Int) -> Self {
    Self(
      .integer(1...newest), read: { Int($0.json.text(of: $1)) ?? 1 }, write: { .integer(Int64($0)) })
  }

  static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(.integer(range), read: { $0.integer($1) }, write: { .integer(Int64($0)) }) { value, check in
      guard !range.contains(value) else { return }
      let expected =
        range.upperBound == .max
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      check.add("expected \(expected), found \(value)")
    }
  }
}

extension ValueFormat where Value == Void {
  static var null: Self { Self(.null, read: { _, _ in () }, write: { _ in .null }) }

  /// The word `true`: where it is not true, the key is left out.
  static func yes(_ key: String) -> Self {
    Self(
      .yes,
      read: { reader, node in
        guard let flag = reader.bool(node) else { return nil }
        if !flag { reader.report(.badValue, "\"\(key)\" must be true or be left out", at: node) }
        return ()
      }, write: { _ in true })
  }
}

extension ValueFormat where Value == UInt64 {
  /// A whole number of 64 bits. JSON numbers end at 63 bits with a sign here, so larger ones are text.
  static var unsigned: Self {
    Self(.unsigned, read: { $0.unsigned($1) }) { value in
      Int64(exactly: value).map(JSONValue.integer) ?? .string(String(value))
    }
  }
}

extension ValueFormat where Value == Double {
  static var number: Self { number(-.infinity ... .infinity) }

  static func number(_ range: ClosedRange<Double>) -> Self {
    Self(.number(range), read: { $0.number($1) }, write: { .number($0) }) { value, check in
      guard !range.contains(value) else { return }
      let (least, most) = (
        JSONValue.number(range.lowerBound).text(), JSONValue.number(range.upperBound).text()
      )
      check.add("expected a number from \(least) to \(most), found \(JSONValue.number(value).text())")
    }
  }
}

extension ValueFormat where Value == Duration {
  static var duration: Self { duration(atLeast: .zero) }

  static func duration(atLeast least: Duration) -> Self {
    Self(.duration, read: { $0.duration($1) }, write: { .string($0.documentText) }) { value, check in
      guard value < least || value > .longestInDocuments else { return }
      let expected =
        value < least && value >= .zero
        ? "of at least \(least.documentText)"
        : "from \(least.documentText) to \(Duration.longestInDocuments.documentText)"
      check.add("expected a duration \(expected), found \(value.documentText)")
    }
  }
}

extension ValueFormat where Value == JSONPointer {
  static var pointer: Self { Self(.pointer, read: { $0.pointer($1) }, write: { .string($0.description) }) }
}

extension ValueFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of an enumeration's words.
  static var word: Self { word { _ in nil } }

  /// One of an enumeration's words. `meantBy` is the word that true or false most likely means.
  static func word(meantBy flag: @escaping @Sendable (Bool) -> Value?) -> Self {
    var format = Self(
      .word(Value.allCases.map(\.rawValue)),
      read: { reader, node in
        let value = reader.kind(node) == .bool ? reader.json.value(of: node) : .null
        let meant = value.isBool ? flag(value == .bool(true)) : nil
        return reader.word(node, hint: meant.map { "write \"\($0.rawValue)\"" })
      }, write: { .string($0.rawValue) })
    format.readName = { Value(rawValue: $0) }
    return format
  }
}

extension ValueFormat {
  /// An object of the format's own keys. The declaration is looked up when it is needed: objects may contain
  /// themselves.
  ///
  /// - Parameter hint: What to write instead of a value that is no object.
  static func object(
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
  static func list<Element>(
    of element: ValueFormat<Element>, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false,
    reportsCount: Bool = true
  ) -> Self where Value == [Element] {
    Self(
      .list(element.shape, count: count, isUnique: isUnique),
      read: { reader, node in
        guard let nodes = reader.elements(of: node, hint: reader.listHint(node, of: element.shape)) else {
          // A text is taken for the elements, so that nothing seems to be missing.
          return element.readName.flatMap { reader.names(node)?.compactMap($0) }
        }
        if nodes.count == 1, let readName = element.readName, let names = reader.names(nodes[0]),
          names.count > 1,
          reader.json.string(of: nodes[0])?.contains(",") ?? false
        {
          let quoted = names.map { "\"\($0)\"" }.joined(separator: ", ")
          reader.report(.badValue, "one text holds several names", at: nodes[0], hint: "write \(quoted)")
          return names.compactMap(readName)
        }
        return nodes.enumerated().compactMap { position, node in
          reader.reading(String(position)) { element.read(reader, node) } ?? element.standIn
        }
      },
      write: { .array($0.map(element.write)) },
      check: { elements, check in
        if reportsCount, elements.count < count.lowerBound {
          check.add(
            elements.isEmpty
              ? "the list is empty; expected at least \(count.lowerBound) entry"
              : "expected at least \(count.lowerBound) entries, found \(elements.count)")
        }
        guard let checkElement = element.check else { return }
        for (position, element) in elements.enumerated() {
          check.within(String(position)) { checkElement(element, &$0) }
        }
      })
  }

  /// A list of two.
  static func pair<Element>(of element: ValueFormat<Element>) -> Self where Value == (Element, Element) {
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
  func nested(_ what: DocumentReader.Nesting) -> ValueFormat {
    let read = self.read
    return ValueFormat(
      shape, read: { reader, node in reader.nested(what, at: node) { read(reader, node) } }, write: write,
      check: check, standIn: standIn)
  }

  /// One element, or a list of one or more; a list of one is written as the element.
  static func oneOrMore<Element>(_ element: ValueFormat<Element>, atLeast count: Int = 1) -> Self
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
  static func map<Entry, Content>(
    of content: ValueFormat<Content>, names: NameKind = .any, isTable: Bool = false, standIn: Content? = nil,
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
        guard let members = reader.entries(of: node, ignoringRemarks: !isTable) else { return nil }
        return members.compactMap { member in
          (reader.reading(member.name) { content.read(reader, member.node) } ?? standIn).map {
            entry(member.name, $0)
          }
        }
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
  static func map<Entry>(
    _ object: DeclaredObject, _ format: @autoclosure @escaping @Sendable () -> ObjectFormat<Entry>,
    names: NameKind = .any, standIn: (@Sendable (String) -> Entry)? = nil,
    name: @escaping @Sendable (Entry) -> String
  ) -> Self where Value == [Entry] {
    Self(
      .map(.object(object), names: names),
      read: { reader, node in
        let format = format()
        return reader.entries(of: node)?.map { member in
          var entry = format.initial(member.name)
          let isRead: Bool? = reader.reading(member.name) {
            format.read(member.node, reader, into: &entry) ? true : nil
          }
          return isRead == nil ? standIn?(member.name) ?? entry : entry
        }
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
  static func either(_ expected: String, _ forms: [Form<Value>], hint: String? = nil) -> Self {
    Self(
      .oneOf(forms.map(\.format.shape)),
      read: { reader, node in
        if let form = forms.first(where: { $0.types.contains(reader.kind(node)) }) {
          return form.format.read(reader, node)
        }
        reader.mismatch(expected, at: node, hint: hint)
        return nil
      },
      write: { value in forms.first(where: { $0.isForm(value) })?.format.write(value) ?? .null },
      check: { value, range in
        guard let form = forms.first(where: { $0.isForm(value) }) else { return }
        form.format.check?(value, &range)
      })
  }
}

/// One of the forms that a value may have.
struct Form<Value: Sendable>: Sendable {
  /// The JSON types that the form has in a file.
  let types: [JSONNode.Kind]
  let format: ValueFormat<Value>
  let isForm: @Sendable (Value) -> Bool

  init<Content>(
    _ types: [JSONNode.Kind], _ format: ValueFormat<Content>, _ embed: @escaping @Sendable (Content) -> Value,
    _ extract: @escaping @Sendable (Value) -> Content?
  ) {
    self.types = types
    self.format = format.map(to: embed, from: extract)
    isForm = { extract($0) != nil }
  }
}
