import LaunchFlowAuthoring
import Testing

/// One value of a text is changed, and nothing else.
@Suite struct JSONSettingTests {
  static func setting(_ text: String, _ path: [String], _ value: JSONValue?) throws -> String? {
    let json = try JSONDocument(SourceText(name: "text", text: text))
    return json.setting(JSONPointer(tokens: path), to: value).map {
      String(decoding: $0.source.bytes, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      (#"{ "a" : "1s" , "b":2 }"#, ["a"], JSONValue.string("2s"), #"{ "a" : "2s" , "b":2 }"#),
      (#"{"a":{"b":1}}"#, ["a", "b"], 22, #"{"a":{"b":22}}"#),
      (#"{ "a": 1 }"#, ["b"], 2, #"{ "a": 1, "b": 2 }"#),
      (#"{ "a": {} }"#, ["a", "b", "c"], 2, #"{ "a": { "b": { "c": 2 } } }"#),
      (#"{ "a": 1, "b": 2, "c": 3 }"#, ["a"], nil, #"{ "b": 2, "c": 3 }"#),
      (#"{ "a": 1, "b": 2, "c": 3 }"#, ["c"], nil, #"{ "a": 1, "b": 2 }"#),
      (#"{ "a": 1 }"#, ["a"], nil, #"{  }"#),
      ("{\n  \"a\": 1, \"b\": 2,\n  \"c\": 3\n}", ["b"], nil, "{\n  \"a\": 1,\n  \"c\": 3\n}"),
      ("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", ["b"], nil, "{\n  \"a\": 1,\n  \"c\": 3\n}"),
      (#"{ "a": 1 }"#, ["b"], nil, #"{ "a": 1 }"#),
      (#"{ "ä\u00e4": "ü" }"#, ["ää"], 1, #"{ "ä\u00e4": 1 }"#),
    ] as [(String, [String], JSONValue?, String)])
  func `other bytes stay`(text: String, path: [String], value: JSONValue?, expected: String) throws {
    #expect(try Self.setting(text, path, value) == expected)
  }

  @Test func `a path through a text or a list has no place`() throws {
    #expect(try Self.setting(#"{ "a": "x" }"#, ["a", "b"], 1) == nil)
    #expect(try Self.setting(#"{ "a": [1] }"#, ["a", "b"], 1) == nil)
  }
}
