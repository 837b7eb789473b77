import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// Times of steps that an input of the type `duration` gives.
@Suite struct GivenTimesTests {
  private static let steps = #"""
    "pause": { "await": "${limit}" },
    "both": { "deadline": "${limit}", "steps": { "one": { "value": 1 } } },
    "ask": {
      "action": "ask", "timeout": "${limit}", "useFallbackAfter": "${limit}",
      "retry": { "attempts": 2, "delay": "${limit}" }, "fallback": [{ "value": 1 }]
    },
    "wait": { "await": "online", "timeout": "${limit}" }
    """#

  private func flow(
    _ steps: String = steps, _ inputs: String = #"{ "type": "duration", "min": "1s", "max": "4s" }"#
  )
    throws -> Flow
  {
    let text = FlowText.steps(steps, more: #""inputs": { "limit": \#(inputs) },"#)
    let reading = Flow.advised(SourceText(name: "given.json", text: text))
    return try #require(reading.document, "\(reading.diagnostics)")
  }

  /// All times of the steps, members included.
  private func times(_ steps: [Flow.Step]) -> [Duration] {
    steps.flatMap { step in
      var wait: Duration?
      if case .time(let time, _) = step.awaited { wait = time }
      let own = [wait, step.timeout, step.deadline, step.useFallbackAfter, step.retry?.delay]
      return own.compactMap(\.self) + times(step.members ?? [])
    }
  }

  @Test func `steps have the longest time, and are written with the input`() throws {
    let flow = try flow()
    #expect(times(flow.steps) == Array(repeating: .seconds(4), count: 6))
    let text = flow.json.text()
    #expect(text.split(separator: "${limit}").count == 7)
    #expect(isSame(Flow.advised(SourceText(name: "again.json", text: text)).document, flow))
  }

  @Test func `given times replace the inputs`() throws {
    let given = try flow().given(["limit": .seconds(2), "other": .seconds(9)])
    #expect(times(given.steps) == Array(repeating: .seconds(2), count: 6))
    #expect(given.inputs[0].minimum == .seconds(2) && given.inputs[0].maximum == .seconds(2))
  }

  @Test(arguments: [
    ("2s", Duration.seconds(2)), ("500ms", .seconds(1)), ("1h", .seconds(4)), ("soon", .seconds(4)),
    ("", .seconds(4)),
  ])
  func `times are limited to the range`(text: String, time: Duration) throws {
    let input = try flow().inputs[0]
    #expect(input.time(of: .string(text)) == time)
    #expect((input.problem(with: .string(text)) == nil) == (time.documentText == text))
  }
}

extension WrongFlowTests {
  static let givenTimes: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "${flag}" }, "b": { "await": "${limits}" }, "c": { "action": "x", "timeout": "$limit", "useFallbackAfter": "${limit}s" }, "d": { "action": "x", "timeout": "${limit}", "maxTimeout": "9s", "when": { "limit": "1s" } }"#,
        more:
          #""inputs": { "flag": { "type": "boolean" }, "limit": { "type": "duration", "min": "1s", "max": "4s" } },"#
      ),
      "LF004 ‹\"${flag}\"› the input \"flag\" is a boolean, and only a duration can give a time (declare it with \"type\": \"duration\", \"min\" and \"max\")",
      "LF004 ‹\"${limits}\"› no input \"limits\" is declared (did you mean \"limit\"?)",
      "LF006 ‹\"$limit\"› \"$limit\" is neither a duration nor an input (write a duration such as \"10s\", or an input such as \"${limit}\")",
      "LF006 ‹\"${limit}s\"› \"${limit}s\" is neither a duration nor an input (write a duration such as \"10s\", or an input such as \"${limit}\")",
      "LF011 ‹\"maxTimeout\"› \"maxTimeout\" does not go with a time-out that an input gives (write the time-out out, or leave \"maxTimeout\" out)",
      "LF004 ‹\"limit\"› conditions cannot ask about the duration \"limit\""),
    WrongText(
      FlowText(
        more:
          #""inputs": { "p": { "type": "duration" }, "q": { "type": "duration", "min": "2s", "max": "1s" }, "r": { "type": "string", "max": "1s" }, "s": { "type": "duration", "min": "1s", "max": "2s", "values": ["1s"], "default": "3s" } },"#
      ).text,
      "LF011 ‹\"p\"› the duration \"p\" has no \"min\" (add the shortest and the longest time that the app may give, as \"min\" and \"max\")",
      "LF011 ‹\"2s\"› \"min\" is longer than \"max\"",
      "LF011 ‹\"max\"› \"max\" is only allowed with \"type\": \"duration\"",
      "LF011 ‹\"values\"› a duration has no list of values (give its range with \"min\" and \"max\")",
      "LF011 ‹\"3s\"› the input \"s\" takes a duration from 1s to 2s, not \"3s\""),
  ]
}
