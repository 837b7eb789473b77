extension JSONValue {
  /// The value at a place; nil if the place does not exist. An array's token is a decimal index without leading
  /// zeros (RFC 6901, section 4).
  package subscript(pointer: JSONPointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Self.index(token), index < elements.count else { return nil }
        value = elements[index]
      default:
        return nil
      }
    }
    return value
  }

  package init(holding value: JSONValue, at pointer: JSONPointer) {
    self = pointer.tokens.reversed().reduce(value) { [$1: $0] }
  }

  private static func index(_ token: String) -> Int? {
    let digits = token.utf8
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    guard digits.count == 1 || digits.first != 48 else { return nil }
    return Int(token)
  }
}
