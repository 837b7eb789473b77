import Testing

@testable import LaunchFlowModel

@Suite struct JSONDocumentTests {
  private func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(SourceText(name: "a.json", text: text))
  }

  @Test func `finds duplicate keys`() throws {
    let json = try document(
      "{\n  \"a\": 1,\n  \"b\": [ { \"c\": 1, \"\\u0063\": 2 } ],\n  \"a\": 2, \"a\": 3\n}")
    let found = DocumentReader(json).diagnostics.sortedByPosition()
    #expect(found.map(\.place.range?.start.line) == [3, 4, 4])
    #expect(found.map(\.place.path.description) == ["/b/0/c", "/a", "/a"])
    #expect(found.map(\.code) == [.duplicateName, .duplicateName, .duplicateName])
    #expect(found.map { $0.notes.first?.place.range?.start.line } == [3, 2, 2])
    #expect(found.first?.message == "duplicate key \"c\"")
  }

  @Test func `keys that only look the same are different`() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let read = try document("{\"\(composed)\": 1, \"\(decomposed)\": 2}")
    #expect(DocumentReader(read).diagnostics.isEmpty)
    #expect(read.value.object?.members.count == 2)
    #expect(read.value.object?[decomposed] == 2)
    #expect(JSONValue.string(composed) != .string(decomposed))
  }

  @Test func `of duplicate keys the later value counts`() throws {
    #expect(try document("{\"a\": 1, \"b\": 2, \"a\": 3}").value == ["a": 3, "b": 2])
    let many = (0..<20).map { "\"k\($0 % 10)\": \($0)" }.joined(separator: ",")
    #expect(try document("{\(many)}").value.object?["k3"] == 13)
  }

  @Test func `places keys and values`() throws {
    let read = try document("{\"a\\\"b\": [10, {\"c/d\": \"x\"}]}")
    let inner = try #require(read.nodes.indices.last)
    let place = read.place(of: inner, .key)
    #expect(place.path.description == "/a\"b/1/c~1d")
    #expect(place.range?.start.offset == 15)
    #expect(place.range?.end.offset == 20)
    #expect(read.place(of: inner).range?.start.offset == 22)
  }
}

@Suite struct SourceTextTests {
  @Test func `counts lines and scalars`() {
    let text = SourceText(name: "", text: "ab\r\nçd\n\n🚀e\rf")
    let position = { (offset: Int) in [text.position(at: offset).line, text.position(at: offset).column] }
    #expect(position(0) == [1, 1])
    #expect(position(2) == [1, 3])
    #expect(position(4) == [2, 1])
    #expect(position(6) == [2, 2])
    #expect(position(8) == [3, 1])
    #expect(position(13) == [4, 2])
    #expect(position(15) == [5, 1])
    #expect(position(99) == [5, 2])
    #expect(Array(text.bytes(ofLine: 1)) == Array("ab".utf8))
    #expect(Array(text.bytes(ofLine: 3)) == [])
    #expect(Array(text.bytes(ofLine: 5)) == Array("f".utf8))
  }

  @Test func `counts in long lines`() {
    let text = SourceText(name: "", text: String(repeating: "é", count: 5000))
    #expect(text.position(at: 8000).column == 4001)
  }

  @Test func `passes over a byte order mark`() {
    #expect(SourceText(name: "", text: "\u{FEFF}{").position(at: 3).column == 1)
  }
}

@Suite struct JSONWritingTests {
  @Test func `lays out`() {
    let value: JSONValue = ["b": [1, 2.5, [], [:]], "a": "x\"\n\u{1}é", "n": nil]
    #expect(value.text() == #"{"b":[1,2.5,[],{}],"a":"x\"\n\u0001é","n":null}"#)
    #expect(
      value.text(.pretty) == """
        {
          "b": [
            1,
            2.5,
            [],
            {}
          ],
          "a": "x\\"\\n\\u0001é",
          "n": null
        }
        """)
    #expect(JSONValue.double(.infinity).text() == "null")
    #expect(JSONValue.double(1e300).text() == "1e+300")
  }

  @Test func `drops nulls`() {
    let value: JSONValue = ["a": nil, "b": [nil, ["c": nil, "d": 1]]]
    #expect(value.droppingNulls() == ["b": [nil, ["d": 1]]])
  }

  @Test func `compares objects in any order`() {
    let names = (0..<50).map { "k\($0)" }
    let forward = JSONObject(names.map { JSONObject.Member(name: $0, value: .string($0)) })
    var backward = JSONObject(names.reversed().map { JSONObject.Member(name: $0, value: .string($0)) })
    #expect(JSONValue.object(forward) == .object(backward))
    #expect(JSONValue.object(forward).hashValue == JSONValue.object(backward).hashValue)
    backward["k7"] = 7
    #expect(JSONValue.object(forward) != .object(backward))
  }
}
