import Foundation
import Testing

@testable import LaunchFlow

/// Values of the app's own types as JSON, and back.
@Suite struct JSONValueCodableTests {
  struct Order: Codable, Hashable {
    struct Item: Codable, Hashable {
      var name: String
      var price: Double
    }

    var number: Int
    var items: [Item?]
    var date: Date
    var picture: Data
    var page: URL?
  }

  static let order = Order(
    number: 7, items: [Order.Item(name: "Tee \"grün\"", price: 0.1), nil],
    date: Date(timeIntervalSinceReferenceDate: 1.5), picture: Data([1, 2]), page: URL(string: "https://a.b/c")
  )

  static let json: JSONValue = [
    "date": 1.5, "items": [["name": "Tee \"grün\"", "price": 0.1], nil], "number": 7,
    "page": "https://a.b/c", "picture": "AQI=",
  ]

  @Test func `members are sorted by name`() throws {
    #expect(try JSONValue(encoding: Self.order) == Self.json)
    #expect(try JSONValue(encoding: Self.order).text() == Self.json.text())
  }

  @Test func `a decoded value equals the encoded one`() throws {
    #expect(try Self.json.decoded(as: Order.self) == Self.order)
    #expect(try JSONValue.null.decoded(as: Order?.self) == nil)
    #expect(try JSONValue.string("a\u{2028}b").decoded(as: String.self) == "a\u{2028}b")
  }

  @Test func `an error names the place`() throws {
    let error = try #require(throws: DecodingError.self) {
      try (["items": [["name": 3]], "number": 7] as JSONValue).decoded(as: Order.self)
    }
    guard case .typeMismatch(_, let context) = error else { throw error }
    #expect(
      context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue } == ["items", "0", "name"])
  }

  /// A `JSONValue` holds whole numbers of 64 bits with a sign; what is beyond is the nearest double.
  @Test func `a whole number beyond 64 bits is a double`() throws {
    let value = try JSONValue(parsing: "18446744073709551615")
    #expect(throws: DecodingError.self) { try value.decoded(as: UInt64.self) }
    #expect(try value.decoded(as: Double.self) == 18_446_744_073_709_551_616)
    #expect(try JSONValue(encoding: UInt64.max) == value)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func `a number that JSON lacks is refused`(
    _ number: Double
  ) {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [number]) }
  }

  @Test func `a value of more bytes than an answer may have is refused`() {
    let text = String(repeating: "a", count: 16 << 20)
    #expect(throws: EncodingError.self) { try JSONValue(encoding: text) }
  }
}
