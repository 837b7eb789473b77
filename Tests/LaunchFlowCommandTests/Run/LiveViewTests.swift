import LaunchFlowCommand
import Testing

/// What a terminal is sent while a run goes on.
@Suite struct LiveViewTests {
  /// The output of a run that takes a while on a terminal of this size.
  static func output(width: Int, height: Int, _ words: String...) async -> String {
    var world = TestWorld()
    world.files = ["small.json": StandInsTests.flow]
    world.isTerminal = true
    world.terminalWidth = width
    world.terminalHeight = height
    let line = ["run", "small.json", "--action", "*=700ms", "--color", "never"] + words
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
        case "J": screens.append(lines.dropLast())
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

  @Test func `rows fill in place, and the whole picture stands at the end`() async throws {
    let output = await Self.output(width: 70, height: 30)
    #expect(output.hasPrefix("\u{1B}[?25l"))
    #expect(output.components(separatedBy: "\u{1B}[?25l").count == 2)
    let end = try #require(output.components(separatedBy: "\u{1B}[?25h").last)
    #expect(end.hasPrefix("small\nlanded on login at "))
    #expect(!end.contains("\u{1B}"))
    let screens = try Self.screens(output, height: 30)
    #expect(screens.count >= 3)
    #expect(screens[0].contains { $0.contains("not landed after") })
    #expect(screens.allSatisfy { $0.allSatisfy { $0.count <= 70 } })
    // What is sent last is all that stands there.
    #expect(screens.last?.joined(separator: "\n") == end)
  }

  @Test func `a low terminal gets as many lines as it has`() async throws {
    let screens = try Self.screens(await Self.output(width: 60, height: 6), height: 6).dropLast()
    #expect(screens.allSatisfy { $0.count < 6 })
    #expect(screens.contains { $0.last?.hasSuffix("more lines") == true })
  }

  @Test func `what goes to a program or a dumb terminal is the picture alone`() async throws {
    let json = await Self.output(width: 70, height: 30, "--format", "json")
    #expect(json.hasPrefix("{\n"))
    let file = await Self.output(width: 70, height: 30, "--format", "json", "--output", "out.json")
    #expect(file.hasSuffix("\u{1B}[?25h"))
    var world = TestWorld()
    world.files = ["small.json": StandInsTests.flow]
    world.isTerminal = true
    world.environment = ["TERM": "dumb"]
    let dumb = await world.run("run", "small.json", "--action", "*=ok")
    #expect(!dumb.data.contains("\u{1B}"))
  }
}
