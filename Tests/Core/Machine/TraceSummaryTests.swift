import LaunchFlowTraces
import Testing

private let second: Int64 = 1_000_000_000

/// Builds traces by hand: steps by name, events in seconds.
private struct Script {
  var trace = Trace(flow: "launch", deadline: 10 * second, serialWorstCase: 60 * second, steps: [])

  mutating func step(_ name: String, needs: [Int] = [], after: [Int] = []) -> Int {
    trace.steps.append(
      Trace.Step(
        name: name, kind: .http, group: nil, needs: needs, after: after, isTail: false, lane: nil
      ))
    return trace.steps.count - 1
  }

  mutating func at(_ seconds: Int64, by cause: Cause? = nil, _ kinds: Trace.EventKind...) {
    for kind in kinds { trace.events.append(Trace.Event(at: seconds * second, kind, by: cause)) }
  }

  mutating func begin(_ steps: Int..., at seconds: Int64, by cause: Cause? = nil) {
    for step in steps {
      at(seconds, by: cause, .stepStarted(step: step))
      at(seconds, .attemptStarted(step: step, attempt: 1, origin: .own))
    }
  }

  mutating func succeed(_ step: Int, at seconds: Int64) {
    at(seconds, .attemptEnded(step: step, attempt: 1, .succeeded(result: nil)))
    at(seconds, .settled(step: step, .init(.succeeded, source: .live)))
  }

  mutating func land(at seconds: Int64) {
    at(seconds, .landed(.init(page: "home", rule: 0, notice: nil, isDegraded: false, isCancelled: false)))
  }

  var summary: TraceSummary { TraceSummary(trace) }
}

@Suite struct TraceSummaryTests {
  @Test func `an empty trace has an empty summary`() {
    let summary = Script().summary
    #expect(summary.steps.isEmpty && summary.criticalPath.isEmpty)
    #expect(summary.landing == nil && summary.landedAt == nil && summary.end == 0 && summary.serialWork == 0)
  }

  @Test func `times of one step`() {
    var script = Script()
    let first = script.step("first")
    let second = script.step("second", needs: [first], after: [first])
    script.begin(first, at: 0)
    script.succeed(first, at: 2)
    script.begin(second, at: 2, by: .step(first))
    script.at(4, .attemptEnded(step: second, attempt: 1, .failed(.server)))
    script.at(4, .waiting(step: second, .retry, nanoseconds: 3_000_000_000))
    script.at(7, .attemptStarted(step: second, attempt: 2, origin: .fallback(1)))
    script.at(9, .attemptEnded(step: second, attempt: 2, .succeeded(result: "ok")))
    script.at(9, .settled(step: second, .init(.recovered, name: "ok", source: .alternate)))
    script.at(9, .stored(step: second, cache: "box"))
    let step = script.summary.steps[second]
    #expect(step.ready == 2_000_000_000 && step.start == 2_000_000_000 && step.end == 9_000_000_000)
    #expect(
      step.queued == nil && step.lateEnd == nil && step.storedTo == "box" && step.startCause == .step(first))
    #expect(step.settlement == .init(.recovered, name: "ok", source: .alternate))
    #expect(step.waits.map(\.start) == [4_000_000_000] && step.waits.map(\.end) == [7_000_000_000])
    #expect(step.attempts.map(\.number) == [1, 2])
    #expect(step.attempts.map(\.origin) == [.own, .fallback(1)])
    #expect(step.attempts.map(\.outcome) == [.failed(.server), .succeeded(result: "ok")])
    #expect(script.summary.serialWork == 6_000_000_000)
    #expect(script.summary.end == 9_000_000_000)
  }

  @Test func `a wait ends early when its step settles`() {
    var script = Script()
    let step = script.step("step")
    script.begin(step, at: 0)
    script.at(1, .attemptEnded(step: step, attempt: 1, .failed(.network)))
    script.at(1, .waiting(step: step, .retry, nanoseconds: .max))
    #expect(script.summary.steps[step].waits.map(\.end) == [.max])
    script.at(3, .settled(step: step, .init(.timedOut)))
    #expect(script.summary.steps[step].waits.map(\.end) == [3_000_000_000])
  }

  @Test func `late work and abandoned handlers`() {
    var script = Script()
    let late = script.step("late")
    let stuck = script.step("stuck")
    script.begin(late, stuck, at: 0)
    script.at(2, .lateWork(step: late, attempt: 1), .settled(step: late, .init(.recovered, source: .cache)))
    script.at(3, .abandoned(step: stuck, attempt: 1))
    script.at(3, .attemptEnded(step: stuck, attempt: 1, .failed(.timeout)))
    script.at(3, .settled(step: stuck, .init(.timedOut)))
    script.at(5, .attemptEnded(step: late, attempt: 1, .succeeded(result: nil)))
    script.at(8, .abandonedEnded(step: stuck, attempt: 1))
    let steps = script.summary.steps
    #expect(steps[late].end == 2_000_000_000 && steps[late].lateEnd == 5_000_000_000)
    #expect(steps[late].attempts.map(\.lateSince) == [2_000_000_000])
    #expect(steps[stuck].lateEnd == nil && steps[stuck].attempts.map(\.isAbandoned) == [true])
    #expect(steps[stuck].attempts.map(\.abandonedEnd) == [8_000_000_000])
    // An abandoned handler's time is no one's work.
    #expect(script.summary.serialWork == 8_000_000_000)
  }

  @Test func `a partial trace counts attempts in flight`() {
    var script = Script()
    let one = script.step("one")
    let two = script.step("two")
    script.begin(one, two, at: 0)
    script.succeed(one, at: 3)
    let summary = script.summary
    #expect(summary.serialWork == 6_000_000_000 && summary.criticalPath.isEmpty)
    #expect(summary.steps[two].end == nil && summary.steps[two].attempts.map(\.end) == [nil])
  }

  @Test func `faulty traces are read, too`() {
    var script = Script()
    let step = script.step("step", needs: [7], after: [-1])
    script.at(0, .stepStarted(step: 9), .settled(step: -3, .init(.failed)))
    script.at(
      1, .attemptEnded(step: step, attempt: 4, .cut), .attemptStarted(step: step, attempt: 0, origin: .own))
    script.at(2, .attemptEnded(step: step, attempt: 0, .cut), .settled(step: step, .init(.succeeded)))
    script.at(2, .settled(step: step, .init(.failed)))
    script.land(at: 2)
    script.land(at: 3)
    script.trace.events.append(.init(at: .max, .attemptStarted(step: step, attempt: 1, origin: .own)))
    script.trace.events.append(.init(at: .min, .attemptEnded(step: step, attempt: 1, .cut)))
    let summary = script.summary
    #expect(summary.steps[step].settlement?.status == .succeeded && summary.landedAt == 2_000_000_000)
    #expect(summary.serialWork == 1_000_000_000)
  }
}
