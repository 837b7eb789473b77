import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// Files that are no flows: each is reported with a position, none of them is a crash.
@Suite struct BadFileTests {
  private func first(_ bytes: [UInt8]) -> String {
    let source = SourceText(name: "bad.json", bytes: bytes)
    let reading = Flow.read(source)
    #expect(reading.document == nil)
    guard let first = reading.diagnostics.first, let start = first.place.range?.start else {
      return "nothing"
    }
    // What is found can be written, whatever the bytes.
    #expect(!DiagnosticText(source).text(reading.diagnostics).isEmpty)
    return "\(start.line):\(start.column) \(first.code.rawValue) \(first.message)"
  }

  @Test func empty() {
    #expect(first([]) == "1:1 LF001 the text is empty")
    #expect(first(Array(" \n ".utf8)) == "2:2 LF001 the text contains no value")
    #expect(first([0xEF, 0xBB, 0xBF]) == "1:1 LF001 the text contains no value")
  }

  @Test func binary() {
    let bytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 0x89) }
    #expect(first(bytes) == "1:1 LF001 expected a value, found a character that is not ASCII")
    #expect(first([0, 0, 0, 0]) == "1:1 LF001 expected a value, found a control character")
    // UTF-16, as some editors save it.
    #expect(first([0xFF, 0xFE, 0x7B, 0]).hasPrefix("1:1 LF001"))
  }

  @Test func `very many brackets`() {
    #expect(
      first(Array(repeating: 0x5B, count: 100_000))
        == "1:513 LF001 arrays and objects are nested more than 512 levels deep")
  }

  @Test func `too large`() {
    #expect(
      first(Array(repeating: 0x20, count: 16 << 20 + 1)) == "1:1 LF001 the text is larger than 16777216 bytes"
    )
  }

  /// At every byte in a deep run, at some of them otherwise.
  @Test func `cut at a byte`() throws {
    let flow = try JSONValue(parsing: RiderLaunch.flow).text()
    let scenarios = try JSONValue(parsing: RiderLaunch.scenarios).text()
    for bytes in [Array(flow.utf8), Array(scenarios.utf8)] {
      for end in stride(from: 0, to: bytes.count, by: max(1, 23 / depth)) {
        let cut = SourceText(name: "cut.json", bytes: Array(bytes[..<end]))
        let found =
          bytes.count == flow.utf8.count ? Flow.read(cut).diagnostics : ScenarioFile.read(cut).diagnostics
        #expect(found.map(\.code) == [.syntax])
        #expect((found.first?.place.range?.start.offset).map { $0 <= end } == true)
      }
    }
  }

  @Test func `many mistakes`() {
    // Very many unknown names and keys: all are reported.
    let steps = (0..<100).map { #""step-\#($0)": { "valeu": 1, "needs": ["setp-\#($0)"] }"# }.joined(
      separator: ",")
    let reading = Flow.advised(SourceText(name: "many.json", text: FlowText(steps: steps).text))
    #expect(reading.diagnostics.count { $0.code == .unknownKey } == 100)
    #expect(reading.diagnostics.count { $0.code == .unknownName } == 100)
    let offsets = reading.diagnostics.map { $0.place.range?.start.offset ?? -1 }
    #expect(offsets == offsets.sorted())
  }
}

/// Of a file with more mistakes than are listed, the others are counted. Each mistake costs a walk over the file for at
/// most as many as are listed; with one for each mistake these files take minutes.
@Suite struct ManyMistakesTests {
  private static let count = 40_000

  private static func keys(_ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: ",")
  }

  static let texts: [(name: String, text: String)] = [
    ("unknown keys", "{ \"flow\": \"f\", " + keys { "\"key\($0)\": 1" } + " }"),
    ("misspelt keys", "{ \"flow\": \"f\", " + keys { "\"step\($0)\": 1" } + ", \"steps\": {} }"),
    ("repeated keys", "{ \"flow\": \"f\", " + keys { _ in "\"deadline\": \"1s\"" } + " }"),
    ("elements of a wrong type", "{ \"flow\": \"f\", \"pages\": [" + keys { String($0) } + "] }"),
    ("steps without work", "{ \"flow\": \"f\", \"steps\": {" + keys { "\"s\($0)\": {}" } + "} }"),
    (
      "unknown steps",
      "{ \"flow\": \"f\", \"steps\": { \"a\": { \"value\": 1, \"after\": [" + keys { "\"x\($0)\"" }
        + "] } } }"
    ),
  ]

  @Test(arguments: texts)
  func `omitted problems are counted`(_ wrong: (name: String, text: String)) throws {
    let found = Flow.advised(SourceText(name: "f.json", text: wrong.text)).diagnostics
    #expect(found.count == DocumentReader.mostDiagnostics + 1)
    let rest = try #require(found.first { $0.message.hasSuffix("are not listed") })
    let count = try #require(Int(rest.message.prefix { $0 != " " }))
    #expect((Self.count - 1100...Self.count - 900).contains(count), "\(rest.message)")
  }
}
