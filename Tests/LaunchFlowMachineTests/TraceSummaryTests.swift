import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import LaunchFlowTimeline
import Testing

private let second: Int64 = 1_000_000_000

/// Builds traces by hand: steps by name, events in seconds.
private struct Script {
  var trace = Trace(flow: "launch", deadline: 10 * second, serialWorstCase: 60 * second, steps: [])

  mutating func step(
    _ name: String, _ kind: StepKind = .http, group: Int? = nil, needs: [Int] = [], after: [Int] = [],
    isTail: Bool = false, lane: String? = nil
  ) -> Int {
    trace.steps.append(
      Trace.Step(
        name: name, kind: kind, group: group, needs: needs, after: after, isTail: isTail, lane: lane,
        attempts: kind == .http ? 1 : 0))
    return trace.steps.count - 1
  }

  mutating func at(_ seconds: Int64, _ kinds: Trace.EventKind...) {
    for kind in kinds { trace.events.append(Trace.Event(at: seconds * second, kind)) }
  }

  mutating func begin(_ steps: Int..., at seconds: Int64) {
    for step in steps {
      at(seconds, .stepStarted(step: step), .attemptStarted(step: step, attempt: 1, origin: .own))
    }
  }

  mutating func succeed(_ step: Int, at seconds: Int64) {
    at(seconds, .attemptEnded(step: step, attempt: 1, .succeeded(result: nil)))
    at(seconds, .settled(step: step, .init(.succeeded, source: .live)))
  }

  mutating func cut(_ step: Int, at seconds: Int64) {
    at(seconds, .attemptEnded(step: step, attempt: 1, .cut), .settled(step: step, .init(.timedOut)))
  }

  mutating func land(at seconds: Int64, isCancelled: Bool = false) {
    at(
      seconds,
      .landed(.init(page: "home", rule: 0, notice: nil, isDegraded: false, isCancelled: isCancelled)))
  }

  var summary: TraceSummary { TraceSummary(trace.withDerivedCauses) }
  var path: [String] { summary.criticalPath.map { trace.steps[$0].name } }
}

@Suite struct TraceSummaryTests {
  @Test func `an empty trace has nothing`() {
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
    script.begin(second, at: 2)
    script.at(4, .attemptEnded(step: second, attempt: 1, .failed(.server)))
    script.at(4, .waiting(step: second, .retry, nanoseconds: 3_000_000_000))
    script.at(7, .attemptStarted(step: second, attempt: 2, origin: .fallback(1)))
    script.at(9, .attemptEnded(step: second, attempt: 2, .succeeded(result: "ok")))
    script.at(9, .settled(step: second, .init(.recovered, name: "ok", source: .alternate)))
    script.at(9, .stored(step: second, cache: "box"))
    let step = script.summary.steps[second]
    #expect(step.ready == 2_000_000_000 && step.start == 2_000_000_000 && step.end == 9_000_000_000)
    #expect(step.queued == nil && step.lateEnd == nil && step.storedTo == "box" && step.startedBy == first)
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

  @Test func `a partial trace counts what is under way`() {
    var script = Script()
    let one = script.step("one")
    let two = script.step("two")
    script.begin(one, two, at: 0)
    script.succeed(one, at: 3)
    let summary = script.summary
    #expect(summary.serialWork == 6_000_000_000 && summary.criticalPath.isEmpty)
    #expect(summary.steps[two].end == nil && summary.steps[two].attempts.map(\.end) == [nil])
  }

  @Test func `broken traces are read all the same`() {
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

@Suite struct CriticalPathTests {
  @Test func `follows the last dependency`() {
    var script = Script()
    let quick = script.step("quick")
    let slow = script.step("slow")
    let last = script.step("last", needs: [quick], after: [slow])
    let aside = script.step("aside")
    script.begin(quick, slow, aside, at: 0)
    script.succeed(quick, at: 1)
    script.succeed(slow, at: 3)
    script.begin(last, at: 3)
    script.succeed(last, at: 5)
    script.land(at: 5)
    script.succeed(aside, at: 6)
    #expect(script.path == ["slow", "last"])
  }

  @Test func `passes through groups`() {
    var script = Script()
    let first = script.step("first")
    let group = script.step("group", .group, after: [first])
    let one = script.step("one", group: group)
    let two = script.step("two", group: group)
    let last = script.step("last", after: [group])
    script.begin(first, at: 0)
    script.succeed(first, at: 1)
    script.at(1, .stepStarted(step: group))
    script.begin(one, two, at: 1)
    script.succeed(one, at: 4)
    script.succeed(two, at: 3)
    script.at(4, .settled(step: group, .init(.succeeded)))
    script.begin(last, at: 4)
    script.succeed(last, at: 5)
    script.land(at: 5)
    #expect(script.path == ["first", "two", "last"])
    #expect(script.summary.steps[one].startedBy == first && script.summary.steps[one].ready == second)
  }

  @Test func `fail fast blames the member that failed`() {
    var script = Script()
    let group = script.step("group", .group)
    let slow = script.step("slow", group: group)
    let broken = script.step("broken", group: group)
    let last = script.step("last", after: [group])
    script.at(0, .stepStarted(step: group))
    script.begin(slow, broken, at: 0)
    script.at(2, .attemptEnded(step: broken, attempt: 1, .failed(.server)))
    script.at(2, .settled(step: broken, .init(.failed)))
    script.at(2, .attemptEnded(step: slow, attempt: 1, .cancelled), .settled(step: slow, .init(.cancelled)))
    script.at(2, .settled(step: group, .init(.failed)))
    script.begin(last, at: 2)
    script.succeed(last, at: 3)
    script.land(at: 3)
    #expect(script.path == ["broken", "last"])
  }

  @Test func `follows the lane`() {
    var script = Script()
    let one = script.step("one", lane: "main")
    let two = script.step("two", lane: "main")
    script.begin(one, at: 0)
    script.at(0, .queued(step: two))
    script.succeed(one, at: 2)
    script.begin(two, at: 2)
    script.succeed(two, at: 3)
    script.land(at: 3)
    #expect(script.path == ["one", "two"])
    let step = script.summary.steps[two]
    #expect(step.ready == 0 && step.queued == 0 && step.start == 2 * second && step.startedBy == one)
  }

  @Test func `late work that keeps its lane is waited for`() {
    var script = Script()
    let late = script.step("late", lane: "main")
    let other = script.step("other", lane: "main")
    script.begin(late, at: 0)
    script.at(0, .queued(step: other))
    script.at(1, .settled(step: late, .init(.recovered, source: .value)), .lateWork(step: late, attempt: 1))
    script.at(4, .attemptEnded(step: late, attempt: 1, .failed(.timeout)))
    script.begin(other, at: 4)
    script.succeed(other, at: 5)
    script.land(at: 5)
    #expect(script.path == ["late", "other"])
  }

  @Test func `a step that queued to the end blames the holder`() {
    var script = Script()
    let holder = script.step("holder", lane: "main")
    let queued = script.step("queued", lane: "main")
    script.begin(holder, at: 0)
    script.at(0, .queued(step: queued))
    script.cut(holder, at: 10)
    script.at(10, .settled(step: queued, .init(.timedOut)))
    script.land(at: 10)
    #expect(script.path == ["holder", "queued"])
    #expect(script.summary.steps[queued].start == nil && script.summary.steps[queued].startedBy == nil)
  }

  @Test func `skipped steps are left out`() {
    var script = Script()
    let broken = script.step("broken")
    let other = script.step("other")
    let skipped = script.step("skipped", needs: [broken], after: [other])
    script.begin(other, broken, at: 0)
    script.succeed(other, at: 1)
    script.at(2, .attemptEnded(step: broken, attempt: 1, .refused(failure: "no")))
    script.at(2, .settled(step: broken, .init(.failed, name: "no")))
    script.at(2, .settled(step: skipped, .init(.skipped, reason: .need(step: broken, .failed))))
    script.land(at: 2)
    #expect(script.path == ["broken"])
  }

  @Test func `the deadline blames what it cut`() {
    var script = Script()
    let first = script.step("first")
    let hung = script.step("hung", needs: [first])
    script.begin(first, at: 0)
    script.succeed(first, at: 1)
    script.begin(hung, at: 1)
    script.cut(hung, at: 10)
    script.land(at: 10)
    #expect(script.path == ["first", "hung"])
  }

  @Test func `a cancelled run blames what was under way`() {
    var script = Script()
    let first = script.step("first")
    let hung = script.step("hung", needs: [first])
    script.begin(first, at: 0)
    script.succeed(first, at: 1)
    script.begin(hung, at: 1)
    script.at(4, .cancelled)
    script.land(at: 4, isCancelled: true)
    script.at(4, .attemptEnded(step: hung, attempt: 1, .cancelled), .settled(step: hung, .init(.cancelled)))
    #expect(script.path == ["first", "hung"])
    #expect(script.summary.cancelledAt == 4 * second)
  }

  @Test func `a landing at the start waited for nothing`() {
    var script = Script()
    let step = script.step("step")
    let tail = script.step("tail", isTail: true)
    script.land(at: 0)
    script.at(0, .settled(step: step, .init(.cancelled)))
    script.begin(tail, at: 0)
    #expect(script.path == [])
    #expect(script.summary.steps[tail].ready == 0 && script.summary.steps[tail].startedBy == nil)
  }

  @Test func `the tail is ready at the landing`() {
    var script = Script()
    let step = script.step("step")
    let tail = script.step("tail", after: [step], isTail: true)
    script.begin(step, at: 0)
    script.succeed(step, at: 1)
    script.land(at: 1)
    script.begin(tail, at: 1)
    script.succeed(tail, at: 3)
    #expect(script.path == ["step"])
    #expect(script.summary.steps[tail].ready == second && script.summary.end == 3 * second)
  }

  @Test(arguments: [100, 1000])
  func `a long chain is walked whole`(count: Int) {
    var script = Script()
    for index in 0..<count {
      _ = script.step("step-\(index)", needs: index > 0 ? [index - 1] : [])
      script.begin(index, at: Int64(index))
      script.succeed(index, at: Int64(index) + 1)
    }
    script.land(at: Int64(count))
    #expect(script.summary.criticalPath == Array(0..<count))
  }
}
