import Foundation

extension JSONValue {
  /// The value as a type of the app's own, by the conventions of `JSONDecoder`.
  ///
  /// Dates are seconds since 2001, `Data` is base 64, a `URL` is text.
  ///
  /// - Throws: `DecodingError`.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(utf8()))
  }

  /// A value of the app's own type as JSON, by the conventions of `JSONEncoder`; members are sorted by name.
  ///
  /// - Throws: `EncodingError`.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder()
    // Without an order, the same value would not be the same request each time.
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(value)
    do throws(JSONSyntaxError) {
      try self.init(parsing: bytes)
    } catch {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: error.message))
    }
  }
}
