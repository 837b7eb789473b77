import Foundation
@testable import LaunchFlowCommand
import LaunchFlowTestFlows
import Testing

/// What the README shows is what the command does.
@Suite struct ReadmeTests {
  static func readme() throws -> String {
    String(decoding: try Data(contentsOf: Binary.package.appending(path: "README.md")), as: UTF8.self)
  }

  /// The texts of the README's fenced blocks.
  static func blocks() throws -> [String] {
    try readme().components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map { block in
      String(block.element.drop { $0 != "\n" }.dropFirst())
    }
  }

  @Test func `the first command prints the lines of the README`() async throws {
    let outcome = try Binary.run(["simulate", "flows/rider-launch.json", "--scenario", "everything-hangs"])
    #expect(outcome.status == 0)
    let printed = String(decoding: outcome.data, as: UTF8.self)
    #expect(try Self.blocks().contains { $0.hasPrefix("rider-launch ·") && printed.hasPrefix($0) })
  }

  @Test func `the README's picture is what its command draws`() throws {
    let outcome = try Binary.run([
      "simulate", "flows/rider-launch.json", "--scenario", "everything-hangs", "--format", "svg",
    ])
    #expect(outcome.status == 0)
    let picture = Binary.package.appending(path: "flows/rider-launch.svg")
    #expect(
      try Data(contentsOf: picture) == outcome.data,
      """
      draw it again: launchflow simulate flows/rider-launch.json --scenario everything-hangs --format svg \
      --output flows/rider-launch.svg
      """)
    #expect(try Self.readme().contains("(flows/rider-launch.svg)"))
  }

  /// But for `check flows`, which `FlowFilesTests` runs, `studio`, which runs until it is stopped, and `init`, which
  /// writes files.
  @Test func `every command line of the README works`() throws {
    let lines = try Self.readme().split(whereSeparator: { $0 == "\n" || $0 == "`" }).filter {
      $0.hasPrefix("swift run launchflow ")
        && !["shortest.json", " check flows", " studio ", " init "].contains(where: $0.contains)
    }
    #expect(lines.count >= 5)
    for line in lines {
      let words = line.split(separator: " ").dropFirst(3).map {
        ["launch.svg", "launch.html", "day.html"].contains($0) ? "/dev/null" : $0.replacing("'", with: "")
      }
      // No output is looked at here, so that a few of thousands of runs are enough.
      let few = depth == 1 && line.contains(/odd-day|'\*'/) ? ["--runs", "20"] : []
      let outcome = try Binary.run(words.map { String($0) } + few)
      #expect(outcome.status == 0, "\(line)")
    }
  }

  @Test func `the shortest flow has no problems and does what the README says`() async throws {
    let flow = try #require(try Self.blocks().first { $0.hasPrefix("{") })
    var world = TestWorld()
    world.files = ["shortest.json": flow]
    let check = await world.run("check", "shortest.json")
    #expect(check.status == .fine)
    #expect(check.data == "")
    let hang = await world.run("simulate", "shortest.json", "--set", "greet=hang")
    #expect(hang.status == .fine)
    #expect(hang.data.contains("landed on home at 2 s"))
    let failure = await world.run("simulate", "shortest.json", "--set", "greet=400ms,server")
    #expect(failure.data.contains("landed on home at 400 ms"))
  }
}
