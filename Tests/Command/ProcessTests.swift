import Foundation
import Testing

/// What only a real process shows.
@Suite struct ProcessTests {
  @Test(arguments: [
    ["--scenario", "*", "--format", "jsonl", "--runs", "3"],
    ["--scenario", "odd-day", "--runs", "4200", "--format", "json"],
    ["--scenario", "normal-day", "--set", "*=200ms,network", "--seed", "99", "--ascii"],
  ])
  func `the same seed gives the same bytes in two processes`(_ words: [String]) throws {
    let line = ["simulate", "flows/rider-launch.json"] + words
    let first = try Binary.run(line)
    #expect(first.status == 0)
    #expect(!first.data.isEmpty)
    #expect(first.diagnostics == "")
    #expect(try Binary.run(line) == first)
  }

  @Test func `a flow comes in on standard input`() throws {
    let flow = try Data(contentsOf: Binary.package.appending(path: "flows/rider-launch.json"))
    let outcome = try Binary.run(["check", "-"], input: flow)
    #expect(outcome.status == 0)
    #expect(outcome.data.isEmpty)
    #expect(outcome.diagnostics == "1 file checked: no problems\n")
  }

  @Test func `a closed pipe is not an error`() throws {
    let command = "\"$launchflow\" simulate flows/rider-launch.json --scenario '*' --runs 20"
    let outcome = try Binary.shell("{ \(command); echo $? >&2; } | head -n 1")
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "0\n")
  }

  #if os(Linux)
    @Test func `a full disk is reported with exit status 3`() throws {
      let outcome = try Binary.shell("\"$launchflow\" simulate flows/rider-launch.json > /dev/full")
      #expect(outcome.status == 3)
      #expect(outcome.diagnostics.contains("error: standard output: No space left on device\n"))
    }
  #endif
}
