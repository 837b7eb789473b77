import Foundation
import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

@Suite struct CheckFormatsTests {
  /// A file with an error, one with a warning, a sound one, and one that is not there.
  private var world: TestWorld {
    var world = TestWorld()
    world.files = [
      "flows/a, 100%.json": Explanation(.cycle).wrong,
      "flows/b.json": Explanation(.shadowedTime).wrong,
      "flows/c.json": Explanation(.shadowedTime).right,
    ]
    return world
  }

  @Test(arguments: ["text", "json", "sarif", "github"])
  func `the whole output is the reviewed one`(_ format: String) async throws {
    let outcome = await world.run("check", "flows", "--format", format)
    #expect(outcome.status == .problemsFound)
    #expect(outcome.diagnostics == "3 files checked: 1 error, 1 warning\n")
    try Golden.expect(outcome.data, in: "check.\(format)")
  }

  @Test(arguments: ["json", "sarif"])
  func `an empty result is a valid document`(_ format: String) async throws {
    let outcome = await world.run("check", "flows/c.json", "-f", format)
    #expect(outcome.status == .fine)
    let value = try JSONValue(parsing: outcome.data)
    #expect(format == "json" ? value.array == [] : value.object?["version"] == "2.1.0")
  }

  @Test func `SARIF results refer to their rule and place`() async throws {
    let outcome = await world.run("check", "flows", "gone.json", "-f", "sarif")
    #expect(outcome.status == .couldNotRun)
    let run = try #require(try JSONValue(parsing: outcome.data).object?["runs"]?.array?.first?.object)
    let rules = try #require(run["tool"]?.object?["driver"]?.object?["rules"]?.array)
    let results = try #require(run["results"]?.array)
    #expect(results.count == 2)
    for result in results.compactMap(\.object) {
      let index = try #require(result["ruleIndex"]?.number.map { Int($0) })
      #expect(rules[index].object?["id"] == result["ruleId"])
      #expect(["error", "warning"].contains(result["level"]?.string))
      let place = result["locations"]?.array?.first?.object?["physicalLocation"]?.object
      let uri = try #require(place?["artifactLocation"]?.object?["uri"]?.string)
      #expect(URL(string: uri)?.path(percentEncoded: false).hasPrefix("flows/") == true)
      #expect(place?["region"]?.object?["startLine"]?.number ?? 0 > 0)
    }
    let invocation = run["invocations"]?.array?.first?.object
    #expect(invocation?["executionSuccessful"] == false)
    #expect(invocation?["toolExecutionNotifications"]?.array?.count == 1)
  }

  @Test func `an unreadable file is an annotation too`() async {
    let outcome = await world.run("check", "flows/c.json", "gone.json", "-f", "github")
    #expect(
      outcome.data
        == "::error file=gone.json,title=launchflow::gone.json: No such file or directory\n")
  }

  @Test func `warnings fail a check if the command line says so`() async {
    #expect(await world.run("check", "flows/b.json").status == .fine)
    #expect(await world.run("check", "flows/b.json", "--fail-level", "warning").status == .problemsFound)
    #expect(await world.run("check", "flows/c.json", "--fail-level", "warning").status == .fine)
  }

  @Test func `folders, patterns, files and standard input are found in order, each once`() async throws {
    var world = world
    world.files.standardInput = Array(Explanation(.flappingDebounce).wrong.utf8)
    let outcome = await world.run("check", "-", "flows/[bc].json", "flows/?.json", "flows", "-f", "json")
    // A bracket stands for nothing, so this is a file that is not there.
    #expect(outcome.status == .couldNotRun)
    let files = try JSONValue(parsing: outcome.data).array?.compactMap { $0.object?["file"]?.string }
    #expect(files == ["stdin", "flows/b.json", "flows/a, 100%.json"])
  }

  @Test func `a secret is not shown`() async {
    var world = TestWorld()
    world.files = ["s.json": Explanation(.secretLiteral).wrong]
    for format in ["text", "json", "sarif", "github"] {
      let outcome = await world.run("check", "s.json", "-f", format)
      #expect(outcome.data.contains("LF034"))
      #expect(!outcome.data.contains("77c1"))
    }
  }
}
