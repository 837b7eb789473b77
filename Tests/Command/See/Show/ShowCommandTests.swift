@testable import LaunchFlowCommand
import LaunchFlowSimulator
import LaunchFlowTestFlows
import LaunchFlowTimeline
import Testing

@Suite struct ShowCommandTests {
  static let formats = ["text", "json", "html", "svg", "perfetto", "otlp", "trace"]

  /// The trace of a scenario of the rider's launch.
  static func trace(_ scenario: String) throws -> Trace {
    let (flow, file) = try FlowFilesTests.load("rider-launch")
    let found = try #require(file.scenarios.first { $0.name == scenario })
    return try Simulation(try FlowPlan(flow), found.over(file.defaults)).run(seed: 1).trace
  }

  /// Of each flow, the usual tests take every tenth scenario.
  @Test(arguments: try FlowFilesTests.cases().filter { depth > 1 || $0.scenario % 10 == 0 })
  func `a trace that went through a file is the same`(_ tested: FlowFilesTests.Case) throws {
    let (flow, file) = try FlowFilesTests.load(tested.flow)
    let scenario = file.scenarios[tested.scenario].over(file.defaults)
    let trace = try Simulation(try FlowPlan(flow), scenario).run(seed: 1).trace
    let text = trace.fileText
    let read = try #require(Trace.read(SourceText(name: "run.json", bytes: Array(text.utf8))).document)
    #expect(read == trace)
  }

  static let pictures: [@Sendable (Trace) -> String] = [
    { Picture(PicturedRun($0)).text() }, { TraceJSON.value($0).text() }, { Picture(PicturedRun($0)).html() },
    { Picture(PicturedRun($0)).svg() }, { PerfettoTrace.value($0).text() },
    { $0.fileText },
  ]

  @Test(arguments: formats)
  func `show draws what simulate drew`(_ format: String) async throws {
    var world = TestWorld()
    world.files = [
      "small.json": SimulateCommandTests.flow, "small.scenarios.json": SimulateCommandTests.scenarios,
    ]
    let words = ["simulate", "small.json", "-s", "hang"]
    let trace = await world.run(words + ["--format", "trace"])
    #expect(trace.status == .fine)
    world.files.contents["run.json"] = Array(trace.data.utf8)
    let shown = await world.run("show", "run.json", "--format", format)
    #expect(shown.status == .fine)
    #expect(shown.diagnostics == "")
    #expect(shown.data == (await world.run(words + ["--format", format])).data)
  }

  @Test func `a partial trace shows what has happened so far`() throws {
    var trace = try Self.trace("everything-hangs")
    trace.events.removeAll { $0.time > 2_500_000_000 }
    let text = Picture(PicturedRun(trace)).text()
    #expect(text.contains("not landed after 2 s"))
  }

  /// Lines are dropped, doubled and swapped, and numbers and words replaced, from a seed: what is still read as
  /// a trace can be drawn in every way.
  @Test(arguments: seeds(2))
  func `a damaged trace is refused, or drawn`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func below(_ bound: Int) -> Int { random.number(0...bound - 1) }
    let scenarios = ["everything-hangs", "normal-day", "subway", "login-hangs"]
    var lines = try Self.trace(scenarios[Int(seed) % scenarios.count]).fileText.split(separator: "\n").map(
      String.init)
    var drawn = 0
    for _ in 0..<20 {
      let old = lines
      let place = below(lines.count)
      switch below(5) {
      case 0: lines.remove(at: place)
      case 1: lines.insert(lines[place], at: below(lines.count))
      case 2: lines.swapAt(place, below(lines.count))
      case 3:
        let numbers = ["0", "2305843009213693951", "1", "5000000000", "2147483647"]
        lines[place] = lines[place].replacing(/:\d+/, with: ":" + numbers[below(numbers.count)])
      default:
        let words = ["login", "get-city", "hulk-checks", "settled", "lateWork", "abandoned", "landed"]
        lines[place] = lines[place].replacing(
          words[below(words.count)], with: words[below(words.count)])
      }
      let source = SourceText(name: "run.json", bytes: Array(lines.joined(separator: "\n").utf8))
      guard let trace = Trace.read(source).document else {
        lines = old
        continue
      }
      drawn += 1
      for picture in Self.pictures { #expect(!picture(trace).isEmpty) }
    }
    #expect(drawn > 0)
  }
}
