import LaunchFlowCommand
import LaunchFlowModel
import Testing

@Suite struct SwitchSimulateCommandTests {
  static let document = """
    {
      "switch": "till",
      "factors": {
        "marked": { "manual": { "cache": "offline-marked" } },
        "network": {
          "probe": { "http": { "url": "https://probe.example.com/204", "expect": "none" }, "timeout": "3s" },
          "every": "60s", "everyWhileDown": "5s", "debounce": { "down": "2s", "up": "500ms" }
        },
        "service": {
          "watch": { "trade": ["POST /trade/*"], "member": ["/member/*"] },
          "confirm": { "http": { "url": "https://qos.example.com/${domain}" }, "timeout": "3s",
                       "results": { "faulty": { "at": "/fault", "equals": true } } },
          "poll": { "every": "15s", "jitter": "none" }
        }
      }
    }
    """
  static let scenarios = """
    {
      "scenariosFor": "till.json",
      "defaults": { "length": "5m", "probeTakes": "0s", "qosTakes": "0s" },
      "scenarios": {
        "bad-day": {
          "path": [{ "at": "3m", "is": "none" }, { "at": "3m30s", "is": "cellular" }],
          "incidents": [{ "domain": "trade", "from": "50s", "to": "100s", "failures": ["52s"] }],
          "marks": [{ "at": "4m", "is": "marked" }, { "at": "4m20s", "is": "unmarked" }]
        }
      }
    }
    """

  static var world: TestWorld {
    var world = TestWorld()
    world.files = ["till.json": document, "till.scenarios.json": scenarios]
    return world
  }

  /// A path that changes each millisecond for a week.
  @Test
  func `a run of too many events is stopped and says so`() async {
    var world = Self.world
    let flapping = """
      "flapping": {
        "length": "7d", "path": [{ "from": "0s", "to": "7d", "every": "1ms", "is": ["none", "wifi"] }]
      },
      "bad-day"
      """
    world.files.contents["till.scenarios.json"] = Array(
      Self.scenarios.replacing("\"bad-day\"", with: flapping).utf8)
    let outcome = await world.run("simulate", "till.json", "-s", "flapping", "--runs", "1000000000")
    #expect(outcome.status == .couldNotRun)
    #expect(outcome.diagnostics.contains("run 0 was stopped after 1000000 events, at "))
  }

  @Test func `a picture has a strip for each factor and the periods with their causes`() async {
    let outcome = await Self.world.run(
      "simulate", "till.json", "--scenario", "bad-day", "--width", "70", "--ascii")
    #expect(outcome.status == .fine)
    #expect(outcome.data == Self.picture)
  }

  static let picture = """
    till - bad-day - 5 min - seed 1
    offline 3 times, 1 min 49 s in all
    6 flips - detected in 2 s - recovered in 12 s - 11 probes, 132 an hour
    quiet: member

               0           1 min       2 min      3 min       4 min  5 min
               +-----------+-----------+----------+-----------+-----------
    (network)                                     ::::::
    path       wifi-------------------------------      cellular----------
    probes     .           .           .           xxxxxx           .
    network    -----------------------------------~#####~-----------------
    calls                x
    (trade)              ::::::::::
    questions            !  !  !  !  v
    trade      ----------############-------------------------------------
    marked     -----------------------------------------------####--------
    offline    ----------============--------------#####------####--------

    cause        from            to  length
    trade        52 s    1 min 52 s   1 min
    wifi    3 min 2 s  3 min 30.5 s  28.5 s
    marked      4 min    4 min 20 s    20 s

    . good  x failed  ! fault confirmed  v cleared  ~~ window or suspicion
    ## offline  == some domains offline  :: actual fault

    """

  @Test func `settings are compared in a table`() async {
    let outcome = await Self.world.run(
      "simulate", "till.json", "--scenario", "bad-day", "--vary", "debounce.down=0s,2s,40s")
    #expect(outcome.data == Self.table)
  }

  static let table = """
    bad-day
    debounce.down  detect  longest  recover  longest  flips  probes/h  false  missed
    0s                1 s      2 s   6.25 s     12 s      6       132      0       0
    2s                2 s      2 s   6.25 s     12 s      6       132      0       0
    40s               2 s      2 s     12 s     12 s      4        60      0       1

    """

  @Test(arguments: [("svg", "<svg "), ("html", "<!DOCTYPE html>")])
  func `a switch is drawn as SVG and as a page`(_ format: String, _ start: String) async {
    let outcome = await Self.world.run(
      "simulate", "till.json", "--scenario", "bad-day", "--format", format)
    #expect(outcome.status == .fine)
    #expect(outcome.data.hasPrefix(start))
    for words in ["(trade)", "question 1 about trade, 52 s: faulty", "path: cellular", "offline: marked"] {
      #expect(outcome.data.contains(words), "\(words)")
    }
  }

  @Test func `json has whole nanoseconds`() async throws {
    let outcome = await Self.world.run("simulate", "till.json", "--scenario", "bad-day", "--format", "jsonl")
    let value = try JSONValue(parsing: outcome.data)
    #expect(value[JSONPointer(tokens: ["switch"])] == "till")
    #expect(value[JSONPointer(tokens: ["offline"])] == Self.offline)
    #expect(outcome.data.split(separator: "\n").count == 1)
  }

  static let offline: JSONValue = [
    ["cause": "trade", "from": 52_000_000_000, "to": 112_000_000_000],
    ["cause": "wifi", "from": 182_000_000_000, "to": 210_500_000_000],
    ["cause": "marked", "from": 240_000_000_000, "to": 260_000_000_000],
  ]

  @Test(arguments: [
    (["--scenario", "bad-dya"], "unknown scenario 'bad-dya'"),
    (["--vary", "debounce.dwon=1s"], "unknown setting 'debounce.dwon'"),
    (["--vary", "debounce.down"], "'--vary' must be SETTING=VALUE"),
    (["--vary", "debounce.down=1"], "'1' is not a duration"),
    (["--vary", "timeout=10s"], "with timeout=10s: the probe's time-out must be shorter than"),
    (["--set", "ask=hang"], "'--set', '--input' and '--network' are for flows"),
    (["--network", "edge"], "'--set', '--input' and '--network' are for flows"),
    (["--format", "otlp"], "a switch is written as text, json, jsonl, html or svg, not as otlp"),
    (["--format", "svg", "--scenario", "*"], "'svg' shows one scenario; name one"),
    (["--format", "html", "--runs", "2"], "'html' shows one run of a switch, not the figures of many"),
    (
      ["--format", "html", "--vary", "debounce.down=1s"],
      "'html' shows one run of a switch, not the figures of many"
    ),
  ])
  func `wrong usage is reported`(_ words: [String], _ message: String) async {
    let outcome = await Self.world.run(["simulate", "till.json"] + words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.contains(message))
    #expect(outcome.data == "")
  }

  @Test func `a flow cannot be varied`() async {
    let outcome = await SimulateCommandTests.world.run("simulate", "small.json", "--vary", "debounce.down=1s")
    #expect(outcome.status == .wrongUsage)
  }

  @Test func `errors of the files are reported with their places`() async {
    var world = Self.world
    world.files = [
      "till.json": Self.document,
      "till.scenarios.json": Self.scenarios.replacing("\"trade\"", with: "\"trad\""),
    ]
    let outcome = await world.run("simulate", "till.json", "--scenario", "bad-day")
    #expect(outcome.status == .problemsFound)
    #expect(
      outcome.diagnostics.hasPrefix(
        "till.scenarios.json:7:33: error: the switch has no domain \"trad\" [LF004]\n"))
    let checked = await world.run("check", "till.scenarios.json")
    #expect(
      checked.data.hasPrefix("till.scenarios.json:7:33: error: the switch has no domain \"trad\" [LF004]\n"))
  }
}
