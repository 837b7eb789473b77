// Values that only documents of authors have.
extension Visitor {
  package func key(_ name: String, _ value: inout UInt64?) { key(name, &value) { unsigned($0) } }

  /// An unsigned whole number of 64 bits; beyond 63 bits it is text, since a JSON number is read as a signed one.
  private func unsigned(_ value: UInt64?) -> UInt64? {
    guard isReading else {
      show(.unsigned, value.map { Int64(exactly: $0).map(JSONValue.integer) ?? .string(String($0)) })
      return nil
    }
    return reader.unsigned(node)
  }

  func null(_ isWritten: Bool) -> Bool? {
    guard isReading else {
      show(.null, isWritten ? JSONValue.null : JSONValue?.none)
      return nil
    }
    return true
  }
}

extension DocumentReader {
  /// An unsigned whole number of 64 bits, as a number or as text: a number has 63 bits only.
  package func unsigned(_ node: Int) -> UInt64? {
    if kind(node) == .number, let value = UInt64(json.text(of: node)) { return value }
    if let text = json.string(of: node), text.first != "+", let value = UInt64(text) { return value }
    mismatch("a whole number from 0 to \(UInt64.max)", at: node)
    return nil
  }
}
