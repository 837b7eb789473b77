import Testing

@testable import LaunchFlowSwitch

/// What the network's probing, windows and decisions come to; times are milliseconds.
@Suite("SwitchMachine: the network")
struct SwitchMachineNetworkTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    let end: Int64
    let log: String

    init(_ rule: String, _ script: String, until end: Int64, _ log: String) {
      (testDescription, self.script, self.end, self.log) = (rule, script, end, log)
    }
  }

  /// From the start to being down at 2200 through wifi.
  static let goDown = "0 start wifi, 100 bad, 2200 bad"
  static let wentDown = """
    0 probe, 100 failed, 100 window down 2000 by probe, 2100 deciding probe, 2200 failed, 2200 decided down, \
    2200 +wifi
    """

  @Test(arguments: probing + windows + paths + calls + background)
  func `inputs lead to effects`(_ given: Case) throws {
    var bench = try SwitchBench(.sample())
    bench.run(given.script, until: given.end)
    #expect(bench.log.joined(separator: ", ") == given.log)
  }

  static let probing = [
    Case(
      "a good probe is followed by the next at the slow pace, counted from its answer",
      "0 start wifi, 100 good, 60200 good", until: 120_199,
      "0 probe, 100 good, 60100 probe, 60200 good"),
    Case(
      "a probe without an answer is bad at its time-out; an answer at that very instant still counts",
      "0 start wifi, 3000 good", until: 63_000 + 3_000,
      "0 probe, 3000 good, 63000 probe, 66000 timed-out, 66000 window down 2000 by probe"),
    Case(
      "while down probes follow at the fast pace",
      "\(goDown), 7300 bad, 12400 bad", until: 17_399,
      "\(wentDown), 7200 probe, 7300 failed, 12300 probe, 12400 failed"),
    Case(
      "with recovery the pace is slow again",
      "\(goDown), 7300 good, 7900 good", until: 67_900,
      "\(wentDown), 7200 probe, 7300 good, 7300 window up 500 by probe, 7800 deciding probe, 7900 good, 7900 decided up, 7900 -wifi, 67900 probe"
    ),
  ]

  static let windows = [
    Case(
      "the probe at the window's end decides: a good one leaves the network up",
      "0 start wifi, 100 bad, 2200 good", until: 62_199,
      "0 probe, 100 failed, 100 window down 2000 by probe, 2100 deciding probe, 2200 good, 2200 decided up"),
    Case(
      "and a bad one leaves it down",
      "\(goDown), 7300 good, 7900 bad", until: 12_899,
      "\(wentDown), 7200 probe, 7300 good, 7300 window up 500 by probe, 7800 deciding probe, 7900 failed, 7900 decided down"
    ),
    Case(
      "nothing inside a window is believed and nothing reopens it, not even at its last instant",
      "0 start wifi, 100 bad, 200 called, 300 path none, 400 path wifi, 500 failed - network, 600 probe 1 good, 2100 path none, 2150 good",
      until: 2_200,
      "0 probe, 100 failed, 100 window down 2000 by probe, 2100 deciding probe, 2150 good, 2150 decided up"),
  ]

  static let paths = [
    Case(
      "a path change is a sign; the probe under way is called off",
      "0 start wifi, 50 path cellular, 2100 good", until: 3_000,
      "0 probe, 50 called-off, 50 window down 2000 by path, 2050 deciding probe, 2100 good, 2100 decided up"),
    Case(
      "the first word about a path that was unknown is no sign",
      "0 start unknown, 50 path wifi, 100 good", until: 3_000,
      "0 probe, 100 good"),
    Case(
      "a start without a path opens the window at once; the first cause stands for a medium that is unknown",
      "0 start none, 2010 bad", until: 2_010,
      "0 window down 2000 by path, 2000 deciding probe, 2010 failed, 2010 decided down, 2010 +wifi"),
    Case(
      "the same path again is none",
      "0 start wifi, 50 path wifi, 100 good", until: 3_000,
      "0 probe, 100 good"),
    Case(
      "while down a new path is a sign of recovery",
      "\(goDown), 3000 path cellular, 3600 good", until: 3_600,
      "\(wentDown), 3000 window up 500 by path, 3500 deciding probe, 3600 good, 3600 decided up, 3600 -wifi"),
    Case(
      "while down the loss of the path is no sign",
      "\(goDown), 3000 path none", until: 7_199,
      wentDown),
    Case(
      "down over the new path too: the cause moves",
      "\(goDown), 3000 path cellular, 3600 bad", until: 3_600,
      "\(wentDown), 3000 window up 500 by path, 3500 deciding probe, 3600 failed, 3600 decided down, 3600 -wifi, 3600 +cellular"
    ),
    Case(
      "the cause is the path's medium, or the last one's where there is no path",
      "0 start cellular, 50 path none, 2060 bad", until: 2_060,
      "0 probe, 50 called-off, 50 window down 2000 by path, 2050 deciding probe, 2060 failed, 2060 decided down, 2060 +cellular"
    ),
    Case(
      "a path change during the deciding probe opens the next window after the decision",
      "0 start wifi, 100 bad, 2150 path none, 2200 good", until: 4_199,
      "0 probe, 100 failed, 100 window down 2000 by probe, 2100 deciding probe, 2200 good, 2200 decided up, 2200 window down 2000 by path"
    ),
  ]

  static let calls = [
    Case(
      "a real call that succeeded counts as a good probe: the next one is put off",
      "0 start wifi, 100 good, 30000 called", until: 90_000,
      "0 probe, 100 good, 90000 probe"),
    Case(
      "while down it is a sign of recovery",
      "\(goDown), 3000 called, 3550 good", until: 3_550,
      "\(wentDown), 3000 window up 500 by call, 3500 deciding probe, 3550 good, 3550 decided up, 3550 -wifi"),
    Case(
      "while a probe is to decide, it decides",
      "0 start wifi, 100 bad, 2150 called", until: 2_200,
      "0 probe, 100 failed, 100 window down 2000 by probe, 2100 deciding probe, 2150 called-off, 2150 decided up"
    ),
    Case(
      "a call without an answer is a sign, one that was answered is none",
      "0 start wifi, 100 good, 200 failed - server, 300 failed - timeout, 2400 good", until: 2_400,
      "0 probe, 100 good, 300 window down 2000 by call, 2300 deciding probe, 2400 good, 2400 decided up"),
  ]

  static let background = [
    Case(
      "in the background nothing is probed; after the return a grace passes before a probe decides",
      "0 start wifi, 100 good, 1000 background, 2000 path none, 500000 return, 505100 bad", until: 505_100,
      "0 probe, 100 good, 500000 window down 5000 by returned, 505000 deciding probe, 505100 failed, 505100 decided down, 505100 +wifi"
    ),
    Case(
      "what was down before is probed at once on return",
      "\(goDown), 3000 background, 4000 return, 4100 good, 4700 good", until: 4_700,
      "\(wentDown), 4000 probe, 4100 good, 4100 window up 500 by probe, 4600 deciding probe, 4700 good, 4700 decided up, 4700 -wifi"
    ),
    Case(
      "a probe under way is called off",
      "0 start wifi, 50 background, 60 probe 1 bad", until: 9_000,
      "0 probe, 50 called-off"),
  ]

  @Test func `windows of zero length start the deciding probe at once`() throws {
    var document = OfflineSwitchDocument.sample()
    document.network?.debounce = OfflineSwitchDocument.Debounce(down: .zero, up: .seconds(1))
    var bench = try SwitchBench(document)
    bench.run("0 start wifi, 100 bad, 200 bad", until: 200)
    #expect(bench.log.prefix(3) == ["0 probe", "100 failed", "100 window down 0 by probe"])
    #expect(bench.log.suffix(4) == ["100 deciding probe", "200 failed", "200 decided down", "200 +wifi"])
  }

  @Test func `the first listed medium replaces an unlisted one`() throws {
    var document = OfflineSwitchDocument.sample()
    document.network?.causes = [.cellular]
    var bench = try SwitchBench(document)
    bench.run(Self.goDown, until: 2_200)
    #expect(bench.machine.causes == [.network(.cellular)])
  }
}
