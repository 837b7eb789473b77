import LaunchFlowAuthoring
import Testing

/// Steps that wait for a signal, for the switch or for a time.
@Suite struct WaitRuleTests {
  private static let frame = Flow.Step.Awaited.signal("first-frame")

  private static func flow(
    _ steps: [Flow.Step], landings: [Flow.Landing]? = nil, deadline: Int = 20
  ) -> Flow {
    Rules.flow(steps, landings: landings, deadline: deadline) { $0.signals = ["first-frame"] }
  }

  private static func lines(_ flow: Flow, at time: Double?) throws -> [String] {
    try Rules.lines(flow) { scenario in
      let time = time.map { Scenario.TimeTaken.fixed(.nanoseconds(Int64($0 * 1e9))) }
      scenario.signals = [Scenario.Signal("first-frame", at: time)]
    }
  }

  @Test func `a wait ends with its signal`() throws {
    let flow = Self.flow([
      Rules.wait("frame", for: Self.frame, timeout: 5), Rules.action("warm-up", needs: ["frame"]),
    ])
    #expect(
      try Self.lines(flow, at: 2) == [
        "0.0: frame starts", "0.0: frame waits 5000 ms to await", "2.0: signal first-frame",
        "2.0: frame succeeded", "2.0: warm-up starts", "2.0: warm-up attempt 1",
        "2.0: warm-up attempt 1 succeeded", "2.0: warm-up succeeded from live", "2.0: LANDED home by rule 0",
      ])
  }

  @Test func `a signal at the instant of the time-out wins`() throws {
    let flow = Self.flow([Rules.wait("frame", for: Self.frame, timeout: 5)])
    #expect(try Self.lines(flow, at: 5).suffix(2) == ["5.0: frame succeeded", "5.0: LANDED home by rule 0"])
    #expect(
      try Self.lines(flow, at: 5.000_000_001).prefix(3).last == "5.0: frame timed-out")
  }

  @Test func `a signal that never comes times out`() throws {
    let flow = Self.flow([
      Rules.wait("frame", for: Self.frame, timeout: 5), Rules.action("warm-up", needs: ["frame"]),
      Rules.action("report", after: ["frame"]),
    ])
    let lines = try Self.lines(flow, at: nil)
    #expect(lines.contains("5.0: frame timed-out"))
    #expect(lines.contains("5.0: warm-up skipped: needs frame, timed-out"))
    // A signal that does not come is no fault of a call.
    #expect(lines.last == "5.0: LANDED home by rule 0")
  }

  @Test func `a signal that was given is not awaited`() throws {
    let flow = Self.flow([
      Rules.http("ask"), Rules.wait("frame", for: Self.frame, after: ["ask"], timeout: 5),
    ])
    let lines = try Rules.lines(flow, ["ask": [.after(3)]], only: ["frame"]) {
      $0.signals = [Scenario.Signal("first-frame", at: .fixed(.seconds(1)))]
    }
    #expect(
      lines == [
        "1.0: signal first-frame", "3.0: frame starts", "3.0: frame succeeded", "3.0: LANDED home by rule 0",
      ])
  }

  @Test func `a scenario that says nothing gives signals at the start`() throws {
    let flow = Self.flow([Rules.wait("frame", for: Self.frame, timeout: 5)])
    #expect(try Rules.lines(flow).last == "0.0: LANDED home by rule 0")
  }

  @Test func `a wait for a time succeeds`() throws {
    let flow = Rules.flow([Rules.wait("pause", for: .time(.milliseconds(1_500)))])
    #expect(
      try Rules.lines(flow) == [
        "0.0: pause starts", "0.0: pause waits 1500 ms to await", "1.5: pause succeeded",
        "1.5: LANDED home by rule 0",
      ])
  }

  @Test func `a wait for the switch ends when the app is online`() throws {
    let flow = Self.flow([Rules.wait("net", for: .online, timeout: 5)])
    #expect(try Rules.lines(flow, only: ["net"]).contains("0.0: net succeeded"))
    let later = try Rules.lines(flow, only: ["net"]) {
      $0.offline = [Scenario.OfflinePeriod(from: .zero, to: .seconds(2))]
    }
    #expect(later.contains("2.0: net succeeded"))
    let never = try Rules.lines(flow, only: ["net"]) {
      $0.offline = [Scenario.OfflinePeriod(from: .zero, to: nil)]
    }
    #expect(never.contains("5.0: net timed-out"))
  }

  @Test func `the landing and the deadline end a wait`() throws {
    let landed = Self.flow(
      [Rules.http("ask"), Rules.wait("frame", for: Self.frame, timeout: 9)],
      landings: [Flow.Landing("home", after: ["ask"])])
    #expect(
      try Rules.lines(landed, ["ask": [.after(1)]], only: ["frame"]) {
        $0.signals = [Scenario.Signal("first-frame", at: nil)]
      }.contains("1.0: frame cancelled"))
    let late = Self.flow([Rules.wait("frame", for: Self.frame, timeout: 9)], deadline: 3)
    #expect(try Self.lines(late, at: nil).contains("3.0: frame timed-out"))
  }

  @Test func `at a deadline a wait whose turn comes succeeds by what is so already`() throws {
    let flow = Self.flow(
      [
        Rules.http("ask"), Rules.wait("frame", for: Self.frame, after: ["ask"], timeout: 9),
        Rules.wait("pause", for: .time(.seconds(1)), after: ["ask"]),
      ], deadline: 3)
    func ends(_ signal: Duration?) throws -> [String] {
      try Rules.lines(flow, ["ask": [.hang]], only: ["frame", "pause"]) {
        $0.signals = [Scenario.Signal("first-frame", at: signal.map { .fixed($0) })]
      }.filter { $0.hasPrefix("3.0") && !$0.contains("LANDED") }
    }
    #expect(try ends(.seconds(1)) == ["3.0: frame starts", "3.0: frame succeeded", "3.0: pause timed-out"])
    #expect(try ends(nil) == ["3.0: frame timed-out", "3.0: pause timed-out"])
  }

  @Test func `the tail awaits a signal after the landing`() throws {
    let flow = Self.flow(
      [
        Rules.http("ask"), Rules.wait("frame", for: Self.frame, after: ["landing"], timeout: 9),
        Rules.action("warm-up", needs: ["frame"]),
      ], landings: [Flow.Landing("home", after: ["ask"])])
    let lines = try Self.lines(flow, at: 2)
    #expect(lines.contains("0.0: LANDED home by rule 0"))
    #expect(lines.contains("2.0: warm-up starts"))
  }
}
