import LaunchFlowCommand
import Testing

@Suite struct TestCommandTests {
  private static func world(expecting page: String) -> TestWorld {
    var world = SimulateCommandTests.world
    world.files = [
      "small.json": SimulateCommandTests.flow,
      "small.scenarios.json": """
      {
        "scenariosFor": "small.json",
        "defaults": { "inputs": { "signed-in": true }, "steps": { "ask": { "takes": "500ms" } } },
        "scenarios": {
          "fine": { "expect": { "landing": "home", "within": "1s" } },
          "hang": {
            "steps": { "ask": { "hang": true } },
            "expect": { "landing": "\(page)", "steps": { "ask": "timed-out" } }
          }
        }
      }
      """,
    ]
    return world
  }

  @Test func `expectations that hold end well, with the coverage`() async {
    let outcome = await Self.world(expecting: "login").run("test", "small.scenarios.json")
    #expect(outcome.status == .fine)
    #expect(
      outcome.data == """
        small.scenarios.json: 2 of 2 passed
          ✓ fine: home at 500ms
          ✓ hang: login at 2s
          landing rules 2 of 2
          failures 0 of 1; never: ask: refused

        """)
    #expect(outcome.diagnostics == "2 scenarios, 0 failed\n")
  }

  @Test func `a failure says where, what, how it looked and how to see it again`() async {
    let outcome = await Self.world(expecting: "home").run("test", "small.json")
    #expect(outcome.status == .problemsFound)
    #expect(
      outcome.data.contains("    small.scenarios.json:8:30: landing: expected home, got login\n"))
    #expect(outcome.data.contains("landed on login at 2 s"))
    #expect(outcome.data.contains("again: launchflow simulate small.json --scenario hang\n"))
    #expect(outcome.diagnostics == "2 scenarios, 1 failed\n")
  }

  @Test func `junit reports are well-formed`() async {
    let outcome = await Self.world(expecting: "home").run("test", "small.json", "--format", "junit")
    #expect(
      outcome.data == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="launchflow" tests="2" failures="1">
          <testsuite name="small.scenarios.json" tests="2" failures="1">
            <testcase name="fine" classname="small" file="small.scenarios.json"/>
            <testcase name="hang" classname="small" file="small.scenarios.json">
              <failure message="landing: expected home, got login">\
        small.scenarios.json:8:30: landing: expected home, got login
        again: launchflow simulate small.json --scenario hang</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `finding no scenarios is a failure`() async {
    var world = TestWorld()
    world.files = ["folder/other.json": "{}"]
    let outcome = await world.run("test", "folder")
    #expect(outcome.status == .couldNotRun)
    #expect(outcome.diagnostics == "error: no scenarios found\n")
  }

  @Test(arguments: [(66, LaunchFlowCommand.ExitStatus.fine), (67, .problemsFound)])
  func `coverage under the bound fails`(bound: Int, status: LaunchFlowCommand.ExitStatus) async {
    let outcome = await Self.world(expecting: "login").run("test", "small.json", "--fail-under", "\(bound)")
    #expect(outcome.status == status)
  }
}
