import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowAuthoring
@testable import LaunchFlowModel

@Suite struct JSONLayoutTests {
  private static func laidOut(_ text: String, width: Int = 40) throws -> String {
    let json = try JSONDocument(SourceText(name: "a.json", text: text))
    return String(decoding: try #require(JSONLayout.text(of: json, width: width)), as: UTF8.self)
  }

  @Test(arguments: [
    ("{}", "{}\n"), (" [ ] ", "[]\n"), ("1.0", "1.0\n"),
    // The whole is always opened.
    (#"{"a":1}"#, "{\n  \"a\": 1\n}\n"),
    // Keys, numbers and strings stay as they are written, twice though a key may stand there.
    (
      #"{"b":1.50,"a":-0E+1,"b":"\u0041\/"}"#,
      "{\n  \"b\": 1.50,\n  \"a\": -0E+1,\n  \"b\": \"\\u0041\\/\"\n}\n"
    ),
    // What fits stays on one line.
    (#"{"a":{"b":[1,{"c":[]}]}}"#, "{\n  \"a\": { \"b\": [1, { \"c\": [] }] }\n}\n"),
    // What its author has opened stays open, and so does what it stands in.
    ("{\"a\":[{\n\"b\":1}]}", "{\n  \"a\": [\n    {\n      \"b\": 1\n    }\n  ]\n}\n"),
    // Members share a line where their author has put them on one.
    ("{\"a\":1,\"b\":2,\n\"c\":3}", "{\n  \"a\": 1, \"b\": 2,\n  \"c\": 3\n}\n"),
    // One blank line stays between members, none at the ends.
    ("{\n\n\"a\":1,\r\n\r\n\r\n\"b\":2\n\n}", "{\n  \"a\": 1,\n\n  \"b\": 2\n}\n"),
    // A list of words is laid out anew.
    ("{\"a\":[\n1,\n\n2]}", "{\n  \"a\": [1, 2]\n}\n"),
    ("\u{FEFF}[\r1]", "[\n  1\n]\n"),
  ])
  func `only white space is rewritten`(_ text: String, _ expected: String) throws {
    #expect(try Self.laidOut(text) == expected)
  }

  @Test func `a long object takes one line per member, and short words share lines`() throws {
    let text = #"{"a": {"first": {"x": 1}, "second": {"y": 2}, "third": 3, "fourth": 4}, "b": 1, "c": 2}"#
    #expect(
      try Self.laidOut(text) == """
        {
          "a": {
            "first": { "x": 1 },
            "second": { "y": 2 },
            "third": 3, "fourth": 4
          },
          "b": 1,
          "c": 2
        }

        """)
  }

  @Test func `lines that would be too long are broken, and lists of words are filled`() throws {
    let text = """
      { "word": "quite long", "second": "as long",
        "order": ["one", "two", "three", "four", "five", "six"] }
      """
    #expect(
      try Self.laidOut(text) == """
        {
          "word": "quite long",
          "second": "as long",
          "order": [
            "one", "two", "three", "four",
            "five", "six"
          ]
        }

        """)
  }

  @Test func `a line may fill the width, its comma included`() throws {
    let text = #"{"a": {"b": "1234567890123456789012"}, "c": 1}"#
    #expect(
      try Self.laidOut(text, width: 41).hasPrefix("{\n  \"a\": { \"b\": \"1234567890123456789012\" },\n"))
    #expect(try Self.laidOut(text, width: 40).hasPrefix("{\n  \"a\": {\n    \"b\": "))
    // Wide characters take two columns.
    #expect(try Self.laidOut(#"{"a": {"b": "中文"}}"#, width: 22) == "{\n  \"a\": { \"b\": \"中文\" }\n}\n")
    #expect(try Self.laidOut(#"{"a": {"b": "中文"}}"#, width: 21).contains("\"a\": {\n"))
  }

  @Test func `a document that would become too large is not formatted`() throws {
    let depth = 500
    let deep =
      String(repeating: "[", count: depth) + "{\"a\":1}" + String(repeating: ",{}", count: 30_000)
      + String(repeating: "]", count: depth)
    let json = try JSONDocument(SourceText(name: "a.json", text: deep))
    #expect(JSONLayout.text(of: json) == nil)
  }

  /// Keys, brackets and words in order, as they are written.
  private static func tokens(_ json: JSONDocument) -> [String] {
    json.nodes.indices.map { index in
      let node = json.nodes[index]
      let key =
        node.key >= 0 ? String(decoding: json.source.bytes[json.keyRange(of: index)], as: UTF8.self) : ""
      return "\(key)\(node.kind)\(node.parent)\(json.isContainer(index) ? "" : json.text(of: index))"
    }
  }

  /// A drawn document with white space where nobody would put it.
  private static func spread(_ value: JSONValue, _ random: inout SeededRandom) -> String {
    let spaces = ["", "", "", " ", "  ", "\n", "\n", "\r\n", "\n\n", " \n \n\t\n ", "\r", "\t"]
    var isText = false
    var isEscaped = false
    return value.text().unicodeScalars.map { scalar in
      if scalar == "\"", !isEscaped { isText.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
      guard !isText, "{}[]:,".unicodeScalars.contains(scalar) else { return String(scalar) }
      return random.pick(spaces) + String(scalar) + random.pick(spaces)
    }.joined()
  }

  @Test(arguments: seeds(4))
  func `formatting ignores white space, keeps the content and is stable`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for number in 0..<25 as Range<UInt64> {
      var document = RandomDocument(seed: seed << 8 + number)
      let source = Self.spread(document.object(random.pick(DeclaredObject.allCases)), &random)
      let width = random.pick([10, 20, 40, 80, 120])
      let json = try JSONDocument(SourceText(name: "a.json", text: source))
      let once = try #require(JSONLayout.text(of: json, width: width))
      let again = try JSONDocument(SourceText(name: "a.json", bytes: once))
      #expect(Self.tokens(again) == Self.tokens(json), "\(source)")
      #expect(JSONLayout.text(of: again, width: width) == once, "\(source)")
    }
  }
}
