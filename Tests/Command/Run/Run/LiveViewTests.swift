import Foundation
import LaunchFlowMachine
import LaunchFlowTimeline
import Testing

@testable import LaunchFlowCommand

/// What a terminal is sent while a run goes on.
@Suite struct LiveViewTests {
  /// The output of a run that takes a while on a terminal of this size.
  static func output(width: Int, height: Int, _ words: String...) async -> String {
    var world = TestWorld()
    world.files = ["small.json": ActionStubsTests.flow]
    world.isTerminal = true
    world.terminalWidth = width
    world.terminalHeight = height
    let line = ["run", "small.json", "--action", "*=200ms", "--color", "never"] + words
    return await world.run(line).data
  }

  /// What stands on the screen after each frame: only the codes that the view sends are known.
  static func screens(_ output: String, height: Int) throws -> [[String]] {
    var screens: [[String]] = []
    var lines = [""]
    var rest = output[...]
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}":
        let code = try #require(rest.prefixMatch(of: /\[(\?25[hl]|\d*[AJK])/))
        rest = rest[code.range.upperBound...]
        switch code.output.1 {
        case "?25l", "?25h": break
        case "2K": lines[lines.count - 1] = ""
        case "J":
          // Where it stands in a line, that line is begun anew.
          screens.append(lines.dropLast())
          lines[lines.count - 1] = ""
        case let up:
          let count = try #require(Int(up.dropLast()))
          // Nothing may scroll out of reach.
          try #require(count < lines.count && count < height)
          lines.removeLast(count)
        }
      case "\n", "\r\n": lines.append("")
      case "\r": break
      default: lines[lines.count - 1].append(character)
      }
    }
    return screens + [lines]
  }

  /// Draws the rider's launch as far as it has come at each of these milliseconds.
  static func draw(_ times: [Int64], width: Int, height: Int) throws -> (output: String, frames: [[String]]) {
    let trace = try ShowCommandTests.trace("everything-hangs")
    let output = RecordedOutput(isTerminal: true, terminalWidth: width, terminalHeight: height)
    let world = World(environment: [:], files: MemoryFiles(), output: output)
    let given = Given(texts: ["color": ["never"]])
    let view = try #require(LiveView(given, .text, in: world))
    var frames: [[String]] = []
    for time in times {
      var partial = trace
      partial.events.removeAll { $0.time > time * 1_000_000 }
      view.draw(partial, at: time * 1_000_000)
      var options = TextOptions()
      (options.width, options.showsLegend) = (width, false)
      let now = time * 1_000_000
      let picture = Picture(PicturedRun(partial), now: now, span: max(trace.deadline, now))
      let lines = picture.text(options).split(separator: "\n", omittingEmptySubsequences: false)
      frames.append(lines.dropLast().map(String.init))
    }
    view.end()
    return (output.data, frames)
  }

  @Test func `each frame replaces the one before`() throws {
    let (output, frames) = try Self.draw([0, 1500, 3000, 7999, 9000, 14000], width: 70, height: 40)
    let screens = try Self.screens(output, height: 40)
    #expect(screens.count == frames.count + 2)
    #expect(Array(screens.prefix(frames.count)) == frames)
    #expect(screens.suffix(2) == [[], [""]])
    #expect(frames[0].contains { $0.hasPrefix("not landed after 0 s") })
    #expect(frames[1].contains { $0.hasPrefix("get-city") && $0.hasSuffix("1.5 s running") })
    #expect(frames.last?.contains { $0.hasPrefix("landed on home at 7 s") } == true)
    #expect(output.hasPrefix("\u{1B}[?25l"))
    #expect(output.hasSuffix("\u{1B}[?25h"))
  }

  @Test func `a drawing has at most as many lines as the terminal`() throws {
    let (output, _) = try Self.draw([0, 5000, 12000], width: 50, height: 8)
    let screens = try Self.screens(output, height: 8).dropLast(2)
    #expect(screens.count == 3)
    for screen in screens {
      #expect(screen.count == 7)
      #expect(screen.last?.hasSuffix("more lines") == true)
      #expect(screen.allSatisfy { $0.count <= 50 })
    }
  }

  @Test func `the last frame is the whole picture, and the cursor is visible again`() async throws {
    let output = await Self.output(width: 70, height: 30)
    let parts = output.components(separatedBy: "\u{1B}[?25h")
    #expect(parts.count == 2)
    #expect(parts[0].hasPrefix("\u{1B}[?25l"))
    #expect(parts[1].hasPrefix("small\nlanded on login at "))
    #expect(!parts[1].contains("\u{1B}"))
    #expect(try Self.screens(output, height: 30).last?.joined(separator: "\n") == parts[1])
  }

  @Test func `a pipe and a dumb terminal get only the final picture`() async throws {
    let json = await Self.output(width: 70, height: 30, "--format", "json")
    #expect(json.hasPrefix("{\n"))
    let file = await Self.output(width: 70, height: 30, "--format", "json", "--output", "out.json")
    #expect(file.hasSuffix("\u{1B}[?25h"))
    var world = TestWorld()
    world.files = ["small.json": ActionStubsTests.flow]
    world.isTerminal = true
    world.environment = ["TERM": "dumb"]
    let dumb = await world.run("run", "small.json", "--action", "*=ok")
    #expect(!dumb.data.contains("\u{1B}"))
  }
}
