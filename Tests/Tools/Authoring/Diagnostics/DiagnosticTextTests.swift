import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowModel

@Suite struct DiagnosticTextTests {
  private func text(_ flow: String, width: Int = 120) -> String {
    let source = SourceText(name: "flows/a.json", text: flow)
    return DiagnosticText(source, width: width).text(Flow.check(source).diagnostics)
  }

  @Test func `marks the place`() {
    let flow = """
      {
      \t"flow": "a", "pages": ["home"],
        "deadline": "10s",
        "steps": {
          "login": { "value": 1 },
          "get-城市": { "value": 1 },
          "b": { "needs": ["lgoin"], "value": 1 }
        },
        "landings": [ { "page": "home" } ],
        "deadline": 5
      }
      """
    #expect(
      text(flow) == """
        flows/a.json:6:5: error: the step name "get-城市" is not in kebab-case [LF013]
         6 |     "get-城市": { "value": 1 },
           |     ^~~~~~~~~~
          help: write "get"
        flows/a.json:7:22: error: no step "lgoin" is declared [LF004]
         7 |     "b": { "needs": ["lgoin"], "value": 1 }
           |                      ^~~~~~~
          help: did you mean "login"?
        flows/a.json:10:3: error: duplicate key "deadline" [LF003]
         10 |   "deadline": 5
            |   ^~~~~~~~~~
          help: remove one of the two
        flows/a.json:3:3: note: it appears here first
         3 |   "deadline": "10s",
           |   ^~~~~~~~~~

        """)
  }

  @Test func `aligns behind tabs and wide characters`() {
    #expect(
      text("\t{ \"城市\":\t🚀 }")
        == """
        flows/a.json:1:10: error: expected a value, found the character U+1F680 [LF001]
         1 |   { "城市":  🚀 }
           |              ^~

        """)
  }

  @Test func `marks the end of the text`() {
    #expect(
      text("{ \"a\": [1\n") == """
        flows/a.json:2:1: error: expected ',' or ']', but the text ends [LF001]
         2 |
           | ^
        flows/a.json:1:8: note: this is never closed
         1 | { "a": [1
           |        ^

        """)
  }

  @Test func `cuts long lines`() {
    let long =
      "{" + (0..<2000).map { "\"x-\($0)\": \"é\"," }.joined() + "\"oops\": [1 2],"
      + String(repeating: "1,", count: 5000)
    #expect(
      text(long, width: 60) == """
        flows/a.json:1:26903: error: expected ',' or ']', found '2' [LF001]
         1 | …98": "é","x-1999": "é","oops": [1 2],1,1,1,1,1,1,1,1,…
           |                                    ^
          help: a comma is missing

        """)
  }

  @Test func `never obeys the text`() {
    let written = text(
      "{ \"flow\": \"\u{1B}[31m\u{202E}a\u{7}\" }".replacing("\u{1B}", with: "\u{9B}").replacing(
        "\u{7}", with: "\u{85}"))
    #expect(!written.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    #expect(!written.unicodeScalars.contains("\u{202E}"))
  }

  @Test func colours() {
    let source = SourceText(name: "a", text: "nul")
    let written = DiagnosticText(source) { "<\($1):\($0)>" }.text(Flow.check(source).diagnostics)
    #expect(
      written == """
        <position:a:1:1:> <error:error:> <message:expected a value, found 'nul'> <code:[LF001]>
        <gutter: 1 |> <line:nul>
        <gutter:   |> <mark:^~~>
          <help:help:> <message:write text in double quotes>

        """)
  }
}
