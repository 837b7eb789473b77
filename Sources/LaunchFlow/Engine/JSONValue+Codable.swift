import Foundation

extension JSONValue {
  /// The value as a type of the app's own.
  ///
  /// - Throws: `DecodingError`.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    // Wrapped, since not every version of Foundation reads a bare string or number.
    let wrapped = "[" + text() + "]"
    let values = try JSONDecoder().decode([Value].self, from: Data(wrapped.utf8))
    guard let value = values.first else {
      throw DecodingError.valueNotFound(type, .init(codingPath: [], debugDescription: "nothing there"))
    }
    return value
  }

  /// A value of the app's own type as JSON.
  ///
  /// - Throws: `EncodingError`.
  public init(encoding value: some Encodable) throws {
    let data = try JSONEncoder().encode([value])
    self = (try? JSONValue(parsing: [UInt8](data)))?.array?.first ?? .null
  }
}
