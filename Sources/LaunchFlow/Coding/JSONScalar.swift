import Foundation

/// A type that JSON has a scalar for, by the conventions of `JSONDecoder` and `JSONEncoder`.
protocol JSONScalar {
  /// The type that a value of another kind is not, as errors name it.
  static var expected: Any.Type { get }
  /// Reads a value that is not null; nil where it is of another kind.
  ///
  /// - Throws: `DecodingError` for a value of the right kind that this type cannot be.
  static func read(_ value: JSONValue, at path: [any CodingKey]) throws -> Self?
  func json(at path: [any CodingKey]) throws -> JSONValue
}

extension JSONScalar {
  static var expected: Any.Type { Self.self }

  fileprivate static func corrupted(_ path: [any CodingKey], _ description: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: description))
  }
}

extension Bool: JSONScalar {
  static func read(_ value: JSONValue, at path: [any CodingKey]) -> Bool? {
    if case .bool(let bool) = value { bool } else { nil }
  }

  func json(at path: [any CodingKey]) -> JSONValue { .bool(self) }
}

extension String: JSONScalar {
  static func read(_ value: JSONValue, at path: [any CodingKey]) -> String? { value.string }
  func json(at path: [any CodingKey]) -> JSONValue { .string(self) }
}

extension JSONScalar where Self: FixedWidthInteger {
  static func read(_ value: JSONValue, at path: [any CodingKey]) throws -> Self? {
    let number: Self?
    switch value {
    case .integer(let integer): number = Self(exactly: integer)
    case .double(let double): number = Self(exactly: double)
    default: return nil
    }
    guard let number else { throw corrupted(path, "Number \(value.text()) is not representable in Swift.") }
    return number
  }

  func json(at path: [any CodingKey]) -> JSONValue {
    Int64(exactly: self).map(JSONValue.integer) ?? .double(Double(self))
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension Double: JSONScalar {
  static func read(_ value: JSONValue, at path: [any CodingKey]) -> Double? { value.number }

  func json(at path: [any CodingKey]) throws -> JSONValue {
    try checkFinite(at: path)
    return Int64(exactly: self).map(JSONValue.integer) ?? .double(self)
  }
}

extension Float: JSONScalar {
  static func read(_ value: JSONValue, at path: [any CodingKey]) throws -> Float? {
    guard let number = value.number else { return nil }
    let float = Float(number)
    guard float.isFinite else { throw corrupted(path, "Number \(value.text()) does not fit in Float.") }
    return float
  }

  func json(at path: [any CodingKey]) throws -> JSONValue {
    try checkFinite(at: path)
    // As it is written: 0.1, not the double that is nearest to its bits.
    return try (Double("\(self)") ?? Double(self)).json(at: path)
  }
}

extension FloatingPoint {
  fileprivate func checkFinite(at path: [any CodingKey]) throws {
    guard !isFinite else { return }
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: path, debugDescription: "Unable to encode \(Self.self).\(self) directly in JSON."))
  }
}

extension Decimal: JSONScalar {
  static func read(_ value: JSONValue, at path: [any CodingKey]) throws -> Decimal? {
    switch value {
    case .integer(let whole): return Decimal(whole)
    case .double(let number):
      // The text of a large double is rounded.
      if let whole = UInt64(exactly: number) { return Decimal(whole) }
    default: return nil
    }
    guard let decimal = Decimal(string: value.text(), locale: nil) else {
      throw corrupted(path, "Number \(value.text()) does not fit in Decimal.")
    }
    return decimal
  }

  func json(at path: [any CodingKey]) throws -> JSONValue {
    guard let value = try? JSONValue(parsing: description) else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: path, debugDescription: "Unable to encode a Decimal that is no number."))
    }
    return value
  }
}

extension Date: JSONScalar {
  static var expected: Any.Type { Double.self }

  static func read(_ value: JSONValue, at path: [any CodingKey]) -> Date? {
    value.number.map(Date.init(timeIntervalSinceReferenceDate:))
  }

  func json(at path: [any CodingKey]) throws -> JSONValue {
    try timeIntervalSinceReferenceDate.json(at: path)
  }
}

extension Data: JSONScalar {
  static var expected: Any.Type { String.self }

  static func read(_ value: JSONValue, at path: [any CodingKey]) throws -> Data? {
    guard let string = value.string else { return nil }
    guard let data = Data(base64Encoded: string) else {
      throw corrupted(path, "Encountered Data is not valid Base64.")
    }
    return data
  }

  func json(at path: [any CodingKey]) -> JSONValue { .string(base64EncodedString()) }
}

extension URL: JSONScalar {
  static var expected: Any.Type { String.self }

  static func read(_ value: JSONValue, at path: [any CodingKey]) throws -> URL? {
    guard let string = value.string else { return nil }
    guard let url = URL(string: string) else { throw corrupted(path, "Invalid URL string.") }
    return url
  }

  func json(at path: [any CodingKey]) -> JSONValue { .string(absoluteString) }
}
