@testable import LaunchFlowCommand
import Testing

@Suite struct CheckCommandTests {
  /// Megabytes that no report of the tests writes out.
  struct BadFile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var place: String

    init(_ name: String, _ bytes: [UInt8], _ place: String) {
      (testDescription, self.bytes, self.place) = (name, bytes, place)
    }
  }

  @Test(arguments: [
    BadFile("empty", [], "1:1"),
    BadFile("truncated", Array(#"{ "flow": "small", "deadline": "3"#.utf8), "1:32"),
    BadFile("binary", [0x7F, 0x45, 0x4C, 0x46, 0x00, 0xFF, 0x0A, 0xFE], "1:1"),
    BadFile("not UTF-8", Array(#"{ "flow": ""#.utf8) + [0xC3, 0x28] + Array(#"" }"#.utf8), "1:1"),
    BadFile("ten megabytes of [", Array(repeating: 0x5B, count: 10 << 20), "1:513"),
    BadFile("too long", Array(repeating: 0x20, count: (16 << 20) + 5), "1:"),
  ])
  func `a file that is not a text has a message with a place`(_ file: BadFile) async throws {
    let place = file.place
    var world = TestWorld()
    world.files.contents = ["bad.json": file.bytes]
    let outcome = await world.run("check", "bad.json")
    #expect(outcome.status == .problemsFound)
    #expect(
      outcome.data.hasPrefix("bad.json:" + place) && outcome.data.contains("[LF001]"), "\(outcome.data)")
    let simulated = await world.run("simulate", "bad.json")
    #expect(simulated.status == .problemsFound && simulated.data == "")
    #expect(simulated.diagnostics.hasPrefix("bad.json:" + place))
  }

  struct Look: Sendable {
    var environment: [String: String] = [:]
    var isTerminal: Bool
    var isColoured: Bool
  }

  @Test(arguments: [
    Look(isTerminal: true, isColoured: true), Look(isTerminal: false, isColoured: false),
    Look(environment: ["NO_COLOR": "1"], isTerminal: true, isColoured: false),
    Look(environment: ["NO_COLOR": ""], isTerminal: true, isColoured: true),
    Look(environment: ["TERM": "dumb"], isTerminal: true, isColoured: false),
    Look(environment: ["CLICOLOR_FORCE": "1"], isTerminal: false, isColoured: true),
    Look(environment: ["CLICOLOR_FORCE": "0"], isTerminal: false, isColoured: false),
  ])
  func `colour follows the terminal and the environment`(_ look: Look) async {
    var world = TestWorld()
    world.environment = look.environment
    world.isTerminal = look.isTerminal
    world.files = ["bad.json": "{"]
    #expect(await world.run("check", "bad.json").data.contains("\u{1B}[") == look.isColoured)
    #expect(await world.run("check", "--color=always", "bad.json").data.contains("\u{1B}["))
    #expect(await world.run("check", "bad.json", "--color", "never").data.contains("\u{1B}[") == false)
  }
}
