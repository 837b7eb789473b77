@testable import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowServer
import Testing

/// What `--action` makes of an app's actions.
@Suite struct ActionStubsTests {
  static let flow = """
    {
      "flow": "small", "deadline": "9h", "pages": ["home", "login", "closed"],
      "steps": {
        "ask": { "action": "ask-user", "timeout": "3h", "retry": { "attempts": 2, "delay": "1ms", "on": ["error"] },
                 "failures": { "user-said-no": {} }, "results": { "adult": { "at": "/age", "equals": 18 } } },
        "unlock": { "action": "unlock", "timeout": "3h", "after": ["landing"] }
      },
      "landings": [
        { "page": "closed", "when": { "ask": "user-said-no" } },
        { "page": "home", "when": { "ask": "adult" } }, { "page": "login" }
      ]
    }
    """

  static func run(_ words: String..., interrupts: Int = 0) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.files = ["small.json": flow]
    world.interrupts = interrupts
    return await world.run(["run", "small.json", "--format", "json"] + words)
  }

  @Test(
    arguments: [
      (["ask-user={\"age\":18}"], "home", "succeeded", 1),
      (["ask-user={\"age\":1}"], "login", "succeeded", 1),
      (["ask-user=ok"], "login", "succeeded", 1), (["ask-user=user-said-no"], "closed", "failed", 1),
      (["ask-user=error"], "login", "failed", 2),
      (["ask-user=error", "ask-user={\"age\":18}"], "home", "succeeded", 2),
      (["ask-user=1ms,user-said-no"], "closed", "failed", 1), (["ask-user=1ms"], "login", "succeeded", 1),
      (["*=error", "ask-user={\"age\":18}"], "home", "succeeded", 1),
    ] as [([String], String, String, Int)])
  func `an action behaves as its stub says`(
    _ settings: [String], _ page: String, _ status: String, _ attempts: Int
  ) async throws {
    let words = (settings + ["unlock=ok"]).flatMap { ["--action", $0] }
    var world = TestWorld()
    world.files = ["small.json": Self.flow]
    let outcome = await world.run(["run", "small.json", "--format", "json"] + words)
    #expect(outcome.status == .fine)
    #expect(try RunCommandTests.value(outcome, "landing", "page") == .string(page))
    #expect(try RunCommandTests.value(outcome, "steps", "ask", "status") == .string(status))
    let made = try RunCommandTests.value(outcome, "steps", "ask", "attempts")?.array
    #expect(made?.count == attempts)
  }

  @Test func `an action that is a fallback may refuse, too`() async throws {
    var world = TestWorld()
    world.files = [
      "small.json": """
      {
        "flow": "small", "deadline": "9h", "pages": ["home", "closed"],
        "steps": {
          "ask": { "action": "ask-user", "timeout": "3h", "failures": { "user-said-no": {} },
                   "fallback": [{ "action": "ask-clerk", "timeout": "3h" }] }
        },
        "landings": [{ "page": "closed", "when": { "ask": "user-said-no" } }, { "page": "home" }]
      }
      """
    ]
    let outcome = await world.run(
      "run", "small.json", "--format", "json", "--action", "ask-user=error", "--action",
      "ask-clerk=user-said-no")
    #expect(try RunCommandTests.value(outcome, "landing", "page") == "closed")
  }

  @Test(.timeLimit(.minutes(60)))
  func `an interrupt cancels the run, which lands and runs its tail`() async throws {
    let outcome = await Self.run("--action", "ask-user=hang", "--action", "unlock=ok", interrupts: 1)
    #expect(outcome.status == .problemsFound)
    #expect(try RunCommandTests.value(outcome, "landing", "page") == "login")
    #expect(try RunCommandTests.value(outcome, "landing", "cancelled") == true)
    #expect(try RunCommandTests.value(outcome, "steps", "unlock", "status") == "succeeded")
    #expect(outcome.diagnostics.hasSuffix("ends; press Ctrl-C again to quit\n"))
  }

  @Test(.timeLimit(.minutes(60)))
  func `a second interrupt does not wait for the tail`() async throws {
    let outcome = await Self.run("--action", "*=hang", interrupts: 2)
    #expect(outcome.status == .problemsFound)
    #expect(outcome.diagnostics.hasSuffix("error: quit before the run ended\n"))
    #expect(try RunCommandTests.value(outcome, "steps", "unlock", "status") == .null)
  }

  /// What follows the equals sign may be a secret in the wrong place.
  @Test(arguments: [
    (["--action", "ask-user:s3cret"], "'--action' must be NAME=BEHAVIOUR"),
    (["--action", "ask-user=s3cret"], "unknown behaviour in '--action ask-user=…'; expected one of 'ok'"),
    (["--action", "*=ok", "--input", "s3cret"], "'--input' must be NAME=VALUE"),
    (["--action", "*=ok", "--base-url", "s3cret"], "'--base-url' must be SERVICE=URL"),
  ])
  func `a message does not repeat the value of a setting`(_ words: [String], _ message: String) async {
    var world = TestWorld()
    world.files = ["small.json": Self.flow]
    let outcome = await world.run(["run", "small.json"] + words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.hasPrefix("error: " + message), "\(outcome.diagnostics)")
    #expect(!outcome.diagnostics.contains("s3cret"))
  }

  @Test func `a suggestion is safe to paste into a shell`() async {
    var world = TestWorld()
    world.files = [
      "small.json": """
      { "flow": "small", "deadline": "1s", "pages": ["home"],
        "steps": { "a": { "action": "$(touch x)", "timeout": "1s" } },
        "landings": [{ "page": "home", "after": ["a"] }] }
      """
    ]
    let outcome = await world.run("run", "small.json")
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.contains("such as --action '$(touch x)=ok', or --action '*=ok' for all\n"))
  }
}
