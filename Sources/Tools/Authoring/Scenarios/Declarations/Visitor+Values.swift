// Values that only documents of authors have.
extension Visitor {
  package func key(_ name: String, _ value: inout UInt64?) {
    key(name, &value) { (value: UInt64?) -> UInt64? in
      show(.unsigned, value.map { Int64(exactly: $0).map(JSONValue.integer) ?? .string(String($0)) })
      return isReading ? reader.unsigned(node) : nil
    }
  }

  func null() -> Bool? {
    show(.null, JSONValue.null)
    return isReading ? true : nil
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
