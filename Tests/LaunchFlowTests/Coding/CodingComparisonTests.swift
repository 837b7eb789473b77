import Foundation
import LaunchFlowModel
import Testing

@testable import LaunchFlow

/// Decoding from a tree, and encoding to one, beside Foundation's coders.
@Suite struct CodingComparisonTests {
  struct Plain: Codable, Hashable {
    var name: String
    var age: Int
    var score: Double
    var isNew: Bool
    var note: String?
  }

  struct Renamed: Codable, Hashable {
    enum CodingKeys: String, CodingKey { case value = "the-value" }
    var value: [Plain?]
  }

  enum Choice: Codable, Hashable {
    case none
    case one(Int)
    case two(first: String, second: [String: Double])

    @Sendable static func text(_ choice: Choice) -> String {
      guard case .two(let first, let second) = choice else { return "\(choice)" }
      return "two \(first) \(second.sorted { $0.key < $1.key })"
    }
  }

  enum Word: String, Codable, Hashable { case yes, no }

  class Base: Codable {
    var id: Int
    init(id: Int) { self.id = id }
  }

  final class Derived: Base {
    var title: String
    enum CodingKeys: CodingKey { case title }
    init(id: Int, title: String) {
      self.title = title
      super.init(id: id)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(title, forKey: .title)
      try super.encode(to: container.superEncoder())
    }
  }

  /// Reads and writes by hand: all keys, nested containers, several types in one array.
  struct Manual: Codable, Hashable {
    struct Key: CodingKey, Hashable {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    var keys: Set<String> = []
    var inner: [String: Int] = [:]
    var mixed: [String] = []
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      keys = Set(container.allKeys.map(\.stringValue))
      let nested = try container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "inner"))
      for key in nested.allKeys { inner[key.stringValue] = try nested.decodeIfPresent(Int.self, forKey: key) }
      var list = try container.nestedUnkeyedContainer(forKey: Key(stringValue: "mixed"))
      while !list.isAtEnd {
        if try list.decodeNil() {
          mixed.append("nil")
        } else if let text = try? list.decode(String.self) {
          mixed.append(text)
        } else if var deeper = try? list.nestedUnkeyedContainer() {
          mixed.append("list of \(deeper.count ?? -1), first \((try? deeper.decode(Int.self)) ?? -1)")
        } else {
          mixed.append("\(try list.decode(Double.self))")
        }
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "inner"))
      for (name, value) in inner.sorted(by: { $0.key < $1.key }) {
        try nested.encode(value, forKey: Key(stringValue: name))
      }
      var list = container.nestedUnkeyedContainer(forKey: Key(stringValue: "mixed"))
      for text in mixed { text == "nil" ? try list.encodeNil() : try list.encode(text) }
      var deeper = list.nestedUnkeyedContainer()
      try deeper.encode(list.count)
      var object = list.nestedContainer(keyedBy: Key.self)
      try object.encodeNil(forKey: Key(stringValue: "null"))
      try keys.sorted().encode(to: container.superEncoder(forKey: Key(stringValue: "keys")))
    }
  }

  /// An error's kind, type, key and path; its words are Foundation's own affair.
  private static func outline(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "/")
    }
    switch error {
    case DecodingError.typeMismatch(let type, let context): return "mismatch \(type) \(path(context))"
    case DecodingError.valueNotFound(let type, let context): return "no value \(type) \(path(context))"
    case DecodingError.keyNotFound(let key, let context): return "no key \(key.stringValue) \(path(context))"
    // Foundation leaves the path of some of these out.
    case DecodingError.dataCorrupted: return "corrupted"
    case EncodingError.invalidValue(let value, let context):
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      return "invalid \(value) \(path.joined(separator: "/"))"
    default: return "\(error)"
    }
  }

  private static func result<Value>(_ make: () throws -> Value) -> Result<Value, Outline> {
    do {
      return .success(try make())
    } catch {
      return .failure(Outline(text: outline(error)))
    }
  }

  private static func anyError<Value>(_ result: Result<Value, Outline>) -> Result<Value, Outline> {
    result.mapError { _ in Outline(text: "an error") }
  }

  struct Outline: Error, Equatable {
    var text: String
  }

  /// A type, with the function that decodes a text both ways and encodes what came out both ways.
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var compare: @Sendable (String) throws -> Void

    /// - Parameter isUnordered: Whether Foundation decodes members in the order of their hashes, so that which of
    ///   two errors comes first differs from run to run.
    init<Value: Codable & SendableMetatype>(
      _ type: Value.Type, isUnordered: Bool = false,
      _ describe: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) {
      testDescription = "\(type)"
      compare = { text in
        let tree = try JSONValue(parsing: text)
        var expected = result { try JSONDecoder().decode(type, from: Data(text.utf8)) }
        var decoded = result { try tree.decoded(as: type) }
        if isUnordered { (expected, decoded) = (anyError(expected), anyError(decoded)) }
        #expect(decoded.map(describe) == expected.map(describe), "\(type) of \(text)")
        guard case .success(let value) = expected else { return }
        let written = result { try JSONValue(parsing: [UInt8](try JSONEncoder().encode(value))) }
        #expect(result { try JSONValue(encoding: value) } == written, "\(type) of \(text)")
      }
    }
  }

  static let samples: [Sample] = [
    Sample(Bool.self), Sample(String.self), Sample(Double.self), Sample(Float.self), Sample(Int.self),
    Sample(Int8.self), Sample(Int16.self), Sample(Int32.self), Sample(Int64.self), Sample(UInt.self),
    Sample(UInt8.self), Sample(UInt16.self), Sample(UInt32.self), Sample(UInt64.self), Sample(Int?.self),
    Sample(Date.self), Sample(Data.self), Sample(URL.self), Sample(UUID.self), Sample(Decimal.self),
    Sample([Int].self), Sample([Int?].self), Sample([[String]].self),
    Sample(Set<Int>.self) { "\($0.sorted())" },
    Sample([String: Int].self, isUnordered: true) { "\($0.sorted { $0.key < $1.key })" },
    Sample([Int: String].self, isUnordered: true) { "\($0.sorted { $0.key < $1.key })" },
    Sample([Word: [Date]].self) { "\($0.count)" }, Sample(Word.self), Sample(Choice.self, Choice.text),
    Sample([Choice].self) { "\($0.map(Choice.text))" },
    Sample(Plain.self), Sample([Plain].self), Sample(Renamed.self), Sample(ClosedRange<Int>.self),
    Sample(Base.self) { "\($0.id)" }, Sample(Derived.self) { "\($0.id) \($0.title)" },
    Sample(Manual.self) { "\($0.keys.sorted()) \($0.inner.sorted { $0.key < $1.key }) \($0.mixed)" },
    Sample(CGFloat.self), Sample(DateComponents.self), Sample(Locale.self), Sample(Duration.self),
  ]

  static let texts = [
    "null", "true", "false", "0", "1", "-1", "1.0", "1.5", "1e2", "300", "-300", "65536", "4294967296",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "1e300", "0.1",
    "3.4028235e38", "1e39", #""""#, #""text""#, #""yes""#, #""https://example.com/a?b=c""#, #""ht tp://""#,
    #""aGVsbG8=""#, #""aGVsbG8""#, #""b1946ac9-4b7b-4f7c-8f4f-0f3c1d6e8a11""#, #""a\u0000b\ud83d\ude00""#,
    "[]", "[1]", "[1,2,3]", "[1,null,3]", #"[1,"x"]"#, "[[]]", #"[["a"],["b","c"]]"#, "[3,1]", "[1,3]",
    "{}", #"{"a":1}"#, #"{"1":"x","2":"y"}"#, #"{"a":null}"#, #"{"yes":[1.5]}"#, #"{"yes":1}"#,
    #"["yes",[0,1]]"#, #"{"none":{}}"#, #"{"one":{"_0":5}}"#, #"{"one":{"_0":"x"}}"#,
    #"{"one":{},"none":{}}"#,
    #"{"two":{"first":"a","second":{"x":1,"y":2.5}}}"#, #"[{"none":{}},{"one":{"_0":1}}]"#,
    #"{"name":"n","age":3,"score":1,"isNew":true}"#,
    #"{"name":"n","age":3,"score":1,"isNew":true,"note":null}"#,
    #"{"name":"n","age":3,"score":1,"isNew":true,"note":"x","more":[1]}"#,
    #"{"name":"n","age":"3","score":1,"isNew":true}"#, #"{"name":"n","age":3.5,"score":1,"isNew":true}"#,
    #"{"name":null,"age":3,"score":1,"isNew":true}"#, #"{"name":"n"}"#,
    #"[{"name":"n","age":3,"score":1,"isNew":true},{"name":"n"}]"#,
    #"{"the-value":[null,{"name":"n","age":3,"score":1,"isNew":0}]}"#,
    #"{"the-value":[null,{"name":"n","age":3,"score":1e-7,"isNew":false}]}"#, #"{"the-value":null}"#,
    #"{"id":7}"#, #"{"title":"t","super":{"id":7}}"#, #"{"title":"t"}"#, #"{"title":"t","super":null}"#,
    #"{"inner":{"a":1,"b":null},"mixed":[1,"x",null,[4,5],2.5]}"#, #"{"inner":{"a":1},"mixed":[{}]}"#,
    #"{"inner":{"a":1,"b":2},"mixed":["x",null]}"#, #"{"inner":[],"mixed":[]}"#, #"{"inner":null}"#,
    #"{"calendar":{"identifier":"gregorian","locale":{"identifier":"en_US"},"firstWeekday":1,"minimumDaysInFirstWeek":1,"timeZone":{"identifier":"GMT"}},"year":2026}"#,
    #"{"year":2026,"month":11}"#, #"{"identifier":"de_DE"}"#, "[1,5]", "[0,500]",
    "{" + (0..<40).map { "\"key-\($0)\":\($0)" }.joined(separator: ",") + "}",
  ]

  @Test(arguments: samples) func `gives the same as Foundation`(_ sample: Sample) throws {
    for text in Self.texts { try sample.compare(text) }
  }

  /// A tree holds whole numbers of 64 bits with a sign; what is beyond is the nearest double.
  @Test func `a whole number beyond 64 bits is a double`() throws {
    let tree = try JSONValue(parsing: "18446744073709551615")
    #expect(throws: DecodingError.self) { try tree.decoded(as: UInt64.self) }
    #expect(try tree.decoded(as: Double.self) == 18_446_744_073_709_551_616)
    #expect(try JSONValue(encoding: UInt64.max) == tree)
  }

  struct Loose: Encodable {
    var number: Double
  }

  struct Silent: Encodable {
    func encode(to encoder: any Encoder) {}
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func `a number that JSON lacks is refused`(
    _ number: Double
  ) {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Loose(number: number)) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [Float(number)]) }
  }

  @Test func `a value that encodes nothing is an empty object`() throws {
    #expect(try JSONValue(encoding: Silent()) == [:])
    #expect(try JSONValue(encoding: ["a": Silent()]) == ["a": [:]])
  }

  @Test func `members come in the order of the calls`() throws {
    let plain = Plain(name: "n", age: 1, score: 2.5, isNew: true, note: "x")
    #expect(
      try JSONValue(encoding: plain).text() == #"{"name":"n","age":1,"score":2.5,"isNew":true,"note":"x"}"#)
  }
}
