import Testing

@testable import LaunchFlowModel

/// RFC 8259 as tables: what is a text and what is none, with the place where it stops being one.
@Suite struct JSONScannerTests {
  static let accepted: [(text: String, value: JSONValue)] = [
    ("null", .null), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("7", 7), ("-12", -12),
    ("1.5", 1.5), ("-0.25", -0.25), ("1e3", 1000), ("1E+3", 1000), ("1e-2", 0.01), ("0e0", 0), ("0.0", 0),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1e308", .double(1e308)), ("1e-400", 0),
    ("123456789012345678901234567890", .double(1.2345678901234568e29)),
    ("\"\"", ""), ("\"a\"", "a"), ("\" \u{7F} \"", " \u{7F} "),
    ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"),
    ("\"\\u0041\\u00e9\\u20AC\"", "Aé€"), ("\"\\ud83d\\ude80\"", "🚀"), ("\"\\uD83D\\uDE80!\"", "🚀!"),
    ("\"\\u0000\"", "\u{0}"), ("\"é€🚀\"", "é€🚀"), ("\"\u{2028}\"", "\u{2028}"),
    ("\"\u{10FFFF}\"", "\u{10FFFF}"),
    ("\"\u{FEFF}\"", "\u{FEFF}"), ("\u{FEFF}1", 1), (" \t\r\n1 \t\r\n", 1),
    ("[]", []), ("[ ]", []), ("[1]", [1]), ("[1,2]", [1, 2]), ("[ 1 , [ ] , { } ]", [1, [], [:]]),
    ("[[[[1]]],2]", [[[[1]]], 2]), ("{}", [:]), ("{ }", [:]), ("{\"\":0}", ["": 0]),
    ("{\"a\":1,\"b\":{\"c\":[true]}}", ["a": 1, "b": ["c": [true]]]),
    ("{\"a\\u0062\":1}", ["ab": 1]), ("{\"a\":{},\"b\":[]}", ["a": [:], "b": []]),
    ("[\"\\\\\"]", ["\\"]), ("{\"\\\"\":1}", ["\"": 1]),
  ]

  @Test(arguments: accepted.indices)
  func accepts(_ index: Int) throws {
    let (text, value) = Self.accepted[index]
    #expect(try JSONValue(parsing: text) == value)
    #expect(try JSONDocument(SourceText(name: "", text: text)).value == value)
    #expect(try JSONValue(parsing: value.text()) == value)
    #expect(try JSONValue(parsing: value.text(.pretty)) == value)
  }

  static let rejected: [(text: String, offset: Int, message: String)] = [
    ("", 0, "the text is empty"), (" \n", 2, "the text contains no value"),
    ("nul", 0, "expected a value, found 'nul'"), ("nulll", 0, "expected a value, found 'nulll'"),
    ("True", 0, "expected a value, found 'True'"), ("NaN", 0, "expected a value, found 'NaN'"),
    ("-", 0, "a digit is missing"), ("-a", 0, "a digit is missing"), ("+1", 0, "expected a value, found '+'"),
    (".5", 0, "expected a value, found '.'"), ("01", 0, "a number must not have leading zeros"),
    ("-012", 0, "a number must not have leading zeros"), ("[00]", 1, "a number must not have leading zeros"),
    ("1.", 0, "digits are missing after the point"), ("[1.e2]", 1, "digits are missing after the point"),
    ("1e", 0, "the exponent has no digits"), ("1e+", 0, "the exponent has no digits"),
    ("0x1F", 0, "this is not a number"), ("1_000", 0, "this is not a number"),
    ("1.2.3", 0, "this is not a number"),
    ("1-2", 0, "this is not a number"), ("1e400", 0, "the number is out of range"),
    ("[-1e999]", 1, "the number is out of range"), ("Infinity", 0, "expected a value, found 'Infinity'"),
    ("\"", 0, "the string that begins here has no end"), ("\"a", 0, "the string that begins here has no end"),
    ("\"\\\"", 0, "the string that begins here has no end"), ("\"\\", 1, "the text ends within a string"),
    ("\"a\nb\"", 0, "the string that begins here does not end on its line"),
    ("\"a\tb\"", 2, "a string contains a control character"),
    ("\"\u{0}\"", 1, "a string contains a control character"), ("\"\\x\"", 1, "no such escape"),
    ("\"\\u12G4\"", 1, "\\u takes four hexadecimal digits"),
    ("\"\\u12\"", 1, "\\u takes four hexadecimal digits"),
    ("\"\\ud800\"", 1, "half of a surrogate pair is not a character"),
    ("\"\\udc00\"", 1, "half of a surrogate pair is not a character"),
    ("\"\\ud800\\u0041\"", 1, "half of a surrogate pair is not a character"),
    ("\"\\ud800\\n\"", 1, "half of a surrogate pair is not a character"),
    ("'a'", 0, "expected a value, found '''"), ("[", 1, "expected a value, but the text ends"),
    ("[1", 2, "expected ',' or ']', but the text ends"), ("[1,", 3, "expected a value, but the text ends"),
    ("[1,]", 2, "trailing comma before ']'"), ("[,1]", 1, "expected a value, found ','"),
    ("[1 2]", 3, "expected ',' or ']', found '2'"), ("[1}", 2, "expected ',' or ']', found '}'"),
    ("[1,,2]", 3, "expected a value, found ','"), ("]", 0, "expected a value, found ']'"),
    ("{", 1, "expected a key in double quotes, but the text ends"),
    ("{a:1}", 1, "expected a key in double quotes, found 'a'"),
    ("{'a':1}", 1, "expected a key in double quotes, found '''"),
    ("{\"a\"}", 4, "expected ':' after the key, found '}'"), ("{\"a\":}", 5, "expected a value, found '}'"),
    ("{\"a\" 1}", 5, "expected ':' after the key, found '1'"),
    ("{\"a\":1,}", 6, "trailing comma before '}'"),
    ("{\"a\":1 \"b\":2}", 7, "expected ',' or '}', found a string"),
    ("{\"a\":1]", 6, "expected ',' or '}', found ']'"),
    ("{1:2}", 1, "expected a key in double quotes, found '1'"),
    ("1 2", 2, "expected the end of the text, found '2'"),
    ("{}x", 2, "expected the end of the text, found 'x'"),
    ("[]]", 2, "expected the end of the text, found ']'"), ("// a\n1", 0, "JSON has no comments"),
    ("[1, /* b */ 2]", 4, "JSON has no comments"),
    ("1\u{FEFF}", 1, "expected the end of the text, found the character U+FEFF"),
    ("1\u{A0}", 1, "expected the end of the text, found the character U+00A0"),
    ("1\u{0}", 1, "expected the end of the text, found a control character"),
  ]

  @Test(arguments: rejected.indices)
  func rejects(_ index: Int) {
    let (text, offset, message) = Self.rejected[index]
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error?.bytes.lowerBound == offset)
    #expect(error?.message == message)
  }

  /// Bytes in a string that are not UTF-8 (Unicode 15, table 3-7), with the offset of the flaw.
  static let invalidText: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xF0, 0x9F, 0x9A, 0x22],
  ]

  @Test(arguments: invalidText)
  func `rejects invalid text`(_ bytes: [UInt8]) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
    #expect(error?.bytes.lowerBound == 1)
    #expect(error?.message == "the text is not UTF-8 here")
    // The same, cut off by the end of the text.
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22] + bytes) }
  }

  @Test func `bounds the depth`() throws {
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try JSONValue(parsing: deepest)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[" + deepest + "]") }
    #expect(error?.bytes.lowerBound == 512)
    let objects = String(repeating: "{\"a\":", count: 513) + "1"
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: objects) }
    #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: "[[1]]", limits: JSONLimits(bytes: 100, depth: 1))
    }
  }

  @Test func `bounds the size`() throws {
    let limits = JSONLimits(bytes: 4, depth: 1)
    #expect(try JSONValue(parsing: "1234", limits: limits) == 1234)
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "12345", limits: limits) }
  }
}
