@testable import LaunchFlowAuthoring
import LaunchFlowSwitch
import LaunchFlowTestFlows
import Testing

@Suite("Scenarios of switches: reading and rules")
struct SwitchScenarioReaderTests {
  private func read(_ scenario: String) -> DocumentReading<SwitchScenarioFile> {
    let document = OfflineSwitchDocument.read(SourceText(name: "s.json", text: DeclaredSwitch.text))
      .document
    let text = "{ \"scenariosFor\": \"s.json\", \"scenarios\": { \"one\": \(scenario) } }"
    return DocumentReading.advised(SourceText(name: "c.json", text: text)) {
      SwitchScenarioFile.read($0, for: document)
    }
  }

  @Test func `reads all`() throws {
    let reading = read(
      """
      {
        "summary": "All there is.", "length": "1h", "seed": 7,
        "path": [{ "at": "1m", "is": "none" }, { "from": "2m", "to": "3m", "every": "1s", "is": ["none", "wifi"] }],
        "network": [{ "from": "1m", "to": "2m", "is": "silent" }],
        "probeTakes": "80ms", "qosTakes": { "median": "100ms", "p99": "1s" },
        "probes": ["1s", "0s"], "questions": { "trade": [{ "takes": "1s", "wait": "2s" }, {}] },
        "qos": [{ "from": "5m", "is": "refused" }],
        "incidents": [{ "domain": "trade", "from": "1m", "to": "2m", "failures": ["61s"], "failuresEvery": "10s" }],
        "calls": [{ "domain": "member", "every": "5s", "from": "1s", "to": "2m", "error": "client" }],
        "marks": [{ "at": "1m", "is": "marked" }, { "at": "2m", "is": "unmarked" }],
        "kills": [{ "at": "1m", "restart": "2m" }],
        "background": [{ "from": "1m", "to": "2m" }],
        "expect": { "offline": { "wifi": [], "trade": [{ "from": "1m", "to": "2m" }] },
                    "flips": "<=2", "detect": "<=10s", "recover": "<9s", "falseOfflines": "==0",
                    "missed": "==1", "probesPerHour": "<70" },
        "promises": { "recover": "<=9s", "flips": "<=2" }
      }
      """)
    #expect(reading.diagnostics.isEmpty)
    let scenario = try #require(reading.document?.scenarios.first)
    #expect(scenario.length == .seconds(3_600))
    #expect(scenario.path.map(\.paths) == [[.none], [.none, .wifi]])
    #expect(scenario.network == [Scenario.Outage(from: .seconds(60), to: .seconds(120), .silent)])
    #expect(scenario.qosTakes == .logNormal(median: .milliseconds(100), p99: .seconds(1)))
    #expect(scenario.incidents.first?.failures == [.seconds(61)])
    #expect(scenario.calls.first?.error == .client)
    #expect(scenario.marks.map(\.isMarked) == [true, false])
    #expect(scenario.kills.first?.restart == .seconds(120))
    #expect(scenario.expect?.offline.map(\.cause) == ["wifi", "trade"])
    #expect(
      scenario.expect?.figures.map(\.figure) == [
        .detect, .recover, .flips, .falseOfflines, .missed, .probesPerHour,
      ])
    #expect(scenario.expect?.figures.prefix(2).map(\.bound.value) == [10e9, 9e9])
    #expect(scenario.probes == [.seconds(1), .zero])
    #expect(scenario.questions.map(\.domain) == ["trade"])
    #expect(scenario.questions.first?.questions.map(\.wait) == [.seconds(2), nil])
    #expect(scenario.promises.map(\.figure) == [.recover, .flips])
    #expect(scenario.promises.map(\.bound.value) == [9e9, 2])
  }

  @Test(arguments: [
    (#"{ "lenght": "1h" }"#, "unknown key \"lenght\""),
    (#"{ "ignore": {} }"#, "unknown key \"ignore\""),
    (#"{ "length": "8d" }"#, "a scenario must last more than 0s and at most 7d"),
    (#"{ "incidents": [{ "domain": "trad", "from": "1s" }] }"#, "the switch has no domain \"trad\""),
    (#"{ "calls": [{ "domain": "members", "every": "1s" }] }"#, "the switch has no domain \"members\""),
    (#"{ "calls": [{ "every": "0s" }] }"#, "expected a duration of at least 1ms, found 0s"),
    (#"{ "network": [{ "from": "2s", "to": "1s", "is": "silent" }] }"#, "the period ends before it begins"),
    (#"{ "kills": [{ "at": "2s" }, { "at": "3s" }] }"#, "the process is not running at this time"),
    (
      #"{ "marks": [{ "at": "2s", "is": "on" }] }"#,
      "unknown word \"on\"; expected one of: \"marked\", \"unmarked\""
    ),
    (
      #"{ "path": [{ "from": "1s", "to": "2s", "every": "1s", "is": [] }] }"#,
      "the list is empty; expected at least 1 entry"
    ),
    (#"{ "expect": { "offline": { "ethernet": [] } } }"#, "the switch has no cause \"ethernet\""),
    (#"{ "expect": { "flips": "2" } }"#, "a bound must start with >=, <=, >, < or =="),
    (#"{ "promises": { "flips": ">=2" } }"#, "a promise is an upper bound"),
    (#"{ "promises": { "probesPerHour": "<=60" } }"#, "unknown key \"probesPerHour\""),
    (
      #"{ "network": [{ "from": { "any": "1m" }, "to": "1m", "is": "silent" }] }"#,
      "the fault may begin after its end"
    ),
    (
      #"{ "network": [{ "from": { "any": "1m" }, "to": "2m", "is": "silent" }, { "from": "2m", "is": "refused" }] }"#,
      "a fault that begins at any time must not meet another one"
    ),
    (
      #"{ "path": [{ "at": "9m", "is": "none" }], "network": [{ "from": { "any": "1m" }, "to": "2m", "is": "silent" }] }"#,
      #"an outage that begins at any time does not go with a path that is "none""#
    ),
    (
      #"{ "incidents": [{ "domain": "trade", "from": { "any": "1m" }, "to": "2m", "failuresEvery": "1s" }] }"#,
      #""failuresEvery" does not go with a fault that begins at any time"#
    ),
    (
      "{ \"network\": ["
        + (0..<5).map {
          #"{ "from": { "any": "1m", "after": "\#($0)h" }, "to": "\#($0)h9m", "is": "silent" }"#
        }
        .joined(separator: ",") + "] }",
      "5 faults begin at any time; at most 4 may"
    ),
    (#"{ "questions": { "trad": [] } }"#, "the switch has no domain \"trad\""),
  ])
  func finds(_ scenario: String, message: String) {
    let reading = read(scenario)
    #expect(reading.diagnostics.map(\.message) == [message])
    #expect(reading.document == nil)
  }

  @Test func `a scenario is laid over the defaults list by list`() {
    var defaults = SwitchScenario()
    defaults.length = .seconds(60)
    defaults.path = [SwitchScenario.PathChanges(from: .zero, paths: [.cellular])]
    defaults.marks = [SwitchScenario.MarkPress(time: .zero, isMarked: true)]
    var own = SwitchScenario(name: "own")
    own.path = [SwitchScenario.PathChanges(from: .zero, paths: [.none])]
    let merged = own.over(defaults)
    #expect(merged.length == .seconds(60))
    #expect(merged.path == own.path)
    #expect(merged.marks == defaults.marks)
  }
}
