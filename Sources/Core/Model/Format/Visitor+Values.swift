// Values at the current place. Each function takes the value to write or to describe, and returns the value that was
// read, or nil.
extension Visitor {
  package func show(_ shape: @autoclosure () -> Shape, _ value: @autoclosure () -> JSONValue?) {
    if !isReading { written = value() }
    if isDescribing { self.shape = shape() }
  }

  func reportRange(_ message: String) { reader.reportMisfit(.badValue, message, at: node) }

  package func text(_ value: String?, _ kind: TextKind = .free, references: Bool = false) -> String? {
    guard mode == .reading else {
      show(references ? .withReferences(.text(kind)) : .text(kind), value.map(JSONValue.string))
      return nil
    }
    guard let text = reader.string(node) else { return nil }
    check(text, kind)
    return text
  }

  package func bool(_ value: Bool?) -> Bool? {
    guard mode == .reading else {
      show(.bool, value.map(JSONValue.bool))
      return nil
    }
    return reader.bool(node)
  }

  /// The word `true`; a false value is not written.
  package func yes(_ isWritten: Bool, _ key: String) -> Bool? {
    guard mode == .reading else {
      show(.yes, isWritten ? JSONValue.bool(true) : JSONValue?.none)
      return nil
    }
    guard let flag = reader.bool(node) else { return nil }
    if !flag { reader.report(.badValue, "\"\(key)\" must be true or be left out", at: node) }
    return true
  }

  package func any(_ value: JSONValue?, references: Bool = false) -> JSONValue? {
    guard mode == .reading else {
      show(references ? .withReferences(.any) : .any, value)
      return nil
    }
    let found = reader.json.value(of: node)
    return reader.element == nil ? found : found.mapTexts(reader.filled)
  }

  func literal(_ value: JSONValue?, references: Bool = false) -> JSONValue? {
    guard mode == .reading else {
      show(references ? .withReferences(.literal) : .literal, value)
      return nil
    }
    switch reader.kind(node) {
    case .string, .number, .bool: return reader.json.value(of: node).mapTexts(reader.filled)
    case .null, .array, .object:
      reader.mismatch("text, a number, true or false", at: node)
      return nil
    }
  }

  /// A code of a server: a whole number or a text.
  package func code(_ value: JSONValue?) -> JSONValue? {
    forms([[.number], [.string]], "a whole number or text", written: value?.string == nil ? 0 : 1) { form in
      form == 0 ? whole(value) : text(value?.string, .nonEmpty).map { .string($0) }
    }
  }

  private func whole(_ value: JSONValue?) -> JSONValue? {
    guard mode == .reading else {
      show(.integer(Int.min...Int.max), value)
      return nil
    }
    return reader.integer(node).map { _ in reader.json.value(of: node) }
  }

  package func integer(_ value: Int?, _ range: ClosedRange<Int>) -> Int? {
    guard mode == .reading else {
      show(.integer(range), value.map { .integer(Int64($0)) })
      return nil
    }
    guard let number = reader.integer(node) else { return nil }
    if !range.contains(number) {
      let expected =
        range.upperBound == .max
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      reportRange("expected \(expected), found \(number)")
    }
    return number
  }

  package func number(
    _ value: Double?, _ range: ClosedRange<Double> = -.infinity ... .infinity
  ) -> Double? {
    guard mode == .reading else {
      show(.number(range), value.map(JSONValue.number))
      return nil
    }
    guard let number = reader.json.value(of: node).number else {
      reader.mismatch("a number", at: node)
      return nil
    }
    check(number, range)
    return number
  }

  package func check(_ number: Double, _ range: ClosedRange<Double>) {
    guard !range.contains(number) else { return }
    let (least, most) = (
      JSONValue.number(range.lowerBound).text(), JSONValue.number(range.upperBound).text()
    )
    reportRange("expected a number from \(least) to \(most), found \(JSONValue.number(number).text())")
  }

  package func duration(_ value: Duration?, atLeast least: Duration = .zero) -> Duration? {
    guard mode == .reading else {
      show(.duration, value.map { .string($0.documentText) })
      return nil
    }
    guard let text = reader.json.string(of: node) else {
      let isNumber = reader.kind(node) == .number
      reader.report(
        .badDuration,
        isNumber ? "a duration is text with a unit" : "expected a duration such as \"10s\"", at: node)
      return nil
    }
    do throws(DurationFlaw) {
      let duration = try Duration(reading: text)
      if duration < least {
        reportRange(
          "expected a duration of at least \(least.documentText), found \(duration.documentText)")
      }
      return duration
    } catch {
      reader.report(.badDuration, error.message, at: node)
      return nil
    }
  }

  func pointer(_ value: JSONPointer?) -> JSONPointer? {
    guard mode == .reading else {
      show(.pointer, value.map { .string($0.description) })
      return nil
    }
    guard let text = reader.string(node) else { return nil }
    let pointer = JSONPointer(text)
    if pointer == nil { reader.report(.badValue, "\"\(text)\" is not a JSON Pointer", at: node) }
    return pointer
  }

  package func word<Word: RawRepresentable & CaseIterable>(_ value: Word?) -> Word?
  where Word.RawValue == String {
    if mode == .reading, let text = reader.json.string(of: node), let word = Word(rawValue: text) {
      return word
    }
    visitWord(value?.rawValue, among: { Word.allCases.map { $0.rawValue } })
    return nil
  }

  @inline(never)
  private func visitWord(_ value: String?, among words: () -> [String]) {
    guard mode == .reading else { return show(.word(words()), value.map(JSONValue.string)) }
    reader.reportWord(node, among: words())
  }

  /// The version of the file's format; it is checked before anything else is read.
  package func version(_ value: Int?, upTo newest: Int) -> Int? {
    guard mode == .reading else {
      show(.integer(1...newest), value.map { .integer(Int64($0)) })
      return nil
    }
    return Int(reader.json.text(of: node)) ?? 1
  }
}
