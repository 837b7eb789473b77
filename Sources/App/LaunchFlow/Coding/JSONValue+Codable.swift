import Foundation

extension JSONValue {
  /// The value as one of the app's own types, decoded as `JSONDecoder` does by default.
  ///
  /// Dates are seconds since 2001, `Data` is Base64, a `URL` is text.
  ///
  /// - Throws: `DecodingError`.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(utf8()))
  }

  /// A value of the app's own type as JSON, encoded as `JSONEncoder` does by default, with sorted names.
  ///
  /// - Throws: `EncodingError`.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder()
    // Without a fixed order, equal values would give different requests.
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
