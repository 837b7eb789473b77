extension JSONValue {
  /// The value as a type of the app's own, by the conventions of `JSONDecoder`.
  ///
  /// Dates are seconds since 2001, `Data` is base 64, a `URL` is text.
  ///
  /// - Throws: `DecodingError`.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try TreeDecoder(self).decode(type)
  }

  /// A value of the app's own type as JSON, by the conventions of `JSONEncoder`.
  ///
  /// - Throws: `EncodingError`.
  public init(encoding value: some Encodable) throws {
    let node = EncodedNode()
    try node.encode(value, at: [])
    self = node.value
  }
}

/// A place in an array, or in an object where a superclass keeps its own.
struct TreeKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  /// Where a class encodes its superclass.
  static let superclass = TreeKey(stringValue: "super")

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }
}
