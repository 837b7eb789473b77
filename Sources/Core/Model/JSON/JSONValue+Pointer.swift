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
        guard let index = Int(token), String(index) == token, elements.indices.contains(index) else {
          return nil
        }
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
}
