/// How a value is read from a file, written to one and held to its range: one declaration for all three, so that
/// what is written can be read again.
///
/// Its generic code is never specialised, as that of ``ObjectFormat``. It holds functions only, no value: with one, its
/// size would differ from type to type, and each copy would first look that up.
package struct ValueFormat<Value: Sendable>: Sendable {
  package typealias Check = @Sendable (Value, inout RangeCheck) -> Void

  /// The allowed form of the value in a file.
  package let shape: Shape
  /// Reads a node; nil where it cannot be read, which is then reported.
  package var read: @Sendable (DocumentReader, Int) -> Value?
  package let write: @Sendable (Value) -> JSONValue
  /// Reports what lies outside of its range; nil where nothing can.
  package let check: Check?
  /// Takes the place of an element that cannot be read, so that the positions of the others stay right.
  fileprivate(set) var standIn: @Sendable () -> Value?
  /// Reads one of several names in one text, where the value is a name or a word.
  var readName: (@Sendable (String) -> Value?)?

  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ shape: Shape, read: @escaping @Sendable (DocumentReader, Int) -> Value?,
    write: @escaping @Sendable (Value) -> JSONValue, check: Check? = nil,
    standIn: @autoclosure @escaping @Sendable () -> Value? = nil
  ) {
    self.shape = shape
    self.read = read
    self.write = write
    self.check = check
    self.standIn = standIn
  }

  /// The same with something that takes the place of an element that cannot be read.
  @_semantics("optimize.sil.specialize.generic.never")
  package func standingIn(_ standIn: @autoclosure @escaping @Sendable () -> Value?) -> ValueFormat {
    var format = self
    format.standIn = standIn
    return format
  }

  /// The same for a value whose texts may contain references.
  var withReferences: ValueFormat {
    let standIn = self.standIn
    return ValueFormat(.withReferences(shape), read: read, write: write, check: check, standIn: standIn())
  }

  /// The same form for another type; `back` returns nil for values that have another form.
  @_semantics("optimize.sil.specialize.generic.never")
  func map<Other>(
    to other: @escaping @Sendable (Value) -> Other, from back: @escaping @Sendable (Other) -> Value?
  ) -> ValueFormat<Other> {
    let (read, write, check, standIn) = (self.read, self.write, self.check, self.standIn)
    var otherCheck: ValueFormat<Other>.Check?
    if let check {
      otherCheck = { value, range in
        if let value = back(value) { check(value, &range) }
      }
    }
    var format = ValueFormat<Other>(
      shape, read: { reader, node in read(reader, node).map(other) },
      write: { value in back(value).map(write) ?? .null }, check: otherCheck, standIn: standIn().map(other))
    if let readName { format.readName = { readName($0).map(other) } }
    return format
  }
}

extension ValueFormat where Value == String {
  package static var text: Self { text(.free) }

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
  package static var bool: Self { Self(.bool, read: { $0.bool($1) }, write: { .bool($0) }) }
}

extension ValueFormat where Value == JSONValue {
  package static var any: Self { Self(.any, read: { $0.json.value(of: $1) }, write: { $0 }) }
  /// Text, a number, true or false.
  static var literal: Self { Self(.literal, read: { $0.literal($1) }, write: { $0 }, standIn: "") }
}

extension ValueFormat where Value == JSONValue {
  /// A code of a server: a whole number or a text.
  package static var code: Self {
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
  package static func version(upTo newest: Int) -> Self {
    Self(
      .integer(1...newest), read: { Int($0.json.text(of: $1)) ?? 1 }, write: { .integer(Int64($0)) })
  }

  /// A whole number.
  ///
  /// - Parameter hint: What to write instead of a value that is no number.
  package static func integer(
    _ range: ClosedRange<Int>, hint: (@Sendable (JSONValue) -> String?)? = nil
  ) -> Self {
    Self(.integer(range), read: { $0.integer($1, hint: hint) }, write: { .integer(Int64($0)) }) {
      value, check in
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
  package static var null: Self { Self(.null, read: { _, _ in () }, write: { _ in .null }) }

  /// The word `true`: where it is not true, the key is left out.
  ///
  /// - Parameter hint: What to write instead of a value that is neither true nor false.
  package static func yes(_ key: String, hint: (@Sendable (JSONValue) -> String?)? = nil) -> Self {
    Self(
      .yes,
      read: { reader, node in
        guard let flag = reader.bool(node, hint: hint) else { return nil }
        if !flag { reader.report(.badValue, "\"\(key)\" must be true or be left out", at: node) }
        return ()
      }, write: { _ in true })
  }
}

extension ValueFormat where Value == UInt64 {
  /// A whole number of 64 bits. JSON numbers end at 63 bits with a sign here, so larger ones are text.
  package static var unsigned: Self {
    Self(.unsigned, read: { $0.unsigned($1) }) { value in
      Int64(exactly: value).map(JSONValue.integer) ?? .string(String(value))
    }
  }
}

extension ValueFormat where Value == Double {
  static var number: Self { number(-.infinity ... .infinity) }

  package static func number(_ range: ClosedRange<Double>) -> Self {
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
  package static var duration: Self { duration(atLeast: .zero) }

  package static func duration(atLeast least: Duration) -> Self {
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
  package static var word: Self { word(meantBy: { _ in nil }) }

  /// One of an enumeration's words.
  ///
  /// - Parameter hint: What to write instead of a text or number that is none of them.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func word(hint: @escaping @Sendable (String) -> String?) -> Self {
    var format = word
    format.read = { reader, node in
      let number = reader.kind(node) == .number ? reader.json.text(of: node) : nil
      guard let text = reader.json.string(of: node) ?? number, Value(rawValue: text) == nil,
        let hint = hint(text)
      else {
        return reader.word(node)
      }
      reader.report(.badValue, "unknown word \"\(text)\"", at: node, hint: hint)
      return nil
    }
    return format
  }

  /// One of an enumeration's words. `meantBy` is the word that true or false most likely means.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func word(meantBy flag: @escaping @Sendable (Bool) -> Value?) -> Self {
    var format = Self(
      .word(Value.allCases.map { $0.rawValue }),
      read: { reader, node in
        let value = reader.kind(node) == .bool ? reader.json.value(of: node) : .null
        let meant = value.isBool ? flag(value == .bool(true)) : nil
        return reader.word(node, hint: meant.map { "write \"\($0.rawValue)\"" })
      }, write: { .string($0.rawValue) })
    format.readName = { Value(rawValue: $0) }
    return format
  }
}
