import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowTimeline

@Suite struct AxisFoldsTests {
  /// A run that lands at 1 s; a call after the landing goes on until the given time.
  static func launch(lateUntil end: Int64, deadline: Int64 = 2_000) -> Trace {
    var script = Script("tail", deadline: deadline)
    let first = script.step("first")
    let second = script.step("second", after: [first])
    let late = script.step("late")
    script.begin(first, at: 0)
    script.begin(late, at: 0)
    script.succeed(first, at: 400)
    script.begin(second, at: 400)
    script.succeed(second, at: 1_000)
    script.land(on: "home", at: 1_000)
    script.succeed(late, at: end)
    return script.inOrder
  }

  private func folds(_ trace: Trace) -> [Scene.Fold] { AxisFolds.folds([RunChart(trace)]) }

  /// A run whose steps wait for one another, each of so many milliseconds.
  static func chain(_ times: Int64..., deadline: Int64) -> Trace {
    var script = Script("chain", deadline: deadline)
    var end: Int64 = 0
    for (number, time) in times.enumerated() {
      let step = script.step("step-\(number)", after: number > 0 ? [number - 1] : [])
      script.begin(step, at: end)
      end += time
      script.succeed(step, at: end)
    }
    script.land(on: "home", at: end)
    return script.inOrder
  }

  @Test func `what is short or one step alone is not folded`() {
    let launches = [
      Self.launch(lateUntil: 2_000), everythingHangs(), Self.chain(9_000, deadline: 10_000),
    ]
    for launch in launches { #expect(folds(launch) == []) }
  }

  @Test func `a long tail and a long wait are folded, the steps are not`() throws {
    let tail = folds(Self.launch(lateUntil: 60_000))
    let fold = try #require(tail.first)
    #expect(tail.count == 1 && fold.from > 2_000.ms && fold.to < 60_000.ms)
    #expect(60_000.ms - fold.length < 4_000.ms)
    let wait = try #require(folds(Self.chain(400, 900_000, 400, deadline: 900_000)).first)
    #expect(wait.from > 400.ms && wait.to < 900_400.ms && wait.length > 890_000.ms)
  }

  @Test func `a deadline that a step does not reach splits no fold`() throws {
    var trace = Self.launch(lateUntil: 60_000)
    let folds = folds(trace)
    trace.steps[0].deadline = 30_000.ms
    #expect(RunChart(trace).rows.flatMap(\.row.marks).map(\.sign) == [.stepDeadline])
    #expect(self.folds(trace) == folds && folds.count == 1)
  }

  @Test func `a fold that reaches into a busy tail becomes one with it`() throws {
    var script = Script("busy", deadline: 1_000)
    let first = script.step("first")
    script.begin(first, at: 0)
    script.succeed(first, at: 1_000)
    script.land(on: "home", at: 1_000)
    // Quiet until 5 s, and then too busy for more folds.
    for start in stride(from: Int64(5_000), to: 15_000, by: 1_000) {
      let step = script.step("late-\(start)")
      script.begin(step, at: start)
      script.succeed(step, at: start + 1_000)
    }
    let fold = try #require(folds(script.inOrder).first)
    #expect(folds(script.inOrder).count == 1 && fold.from < 2_000.ms && fold.to == 15_000.ms)
  }

  @Test func `times keep their order on a folded axis`() throws {
    let folds = folds(Self.launch(lateUntil: 60_000))
    let scale = TimeScale(span: 60_000.ms, folds: folds, left: 100, right: 800)
    let places = stride(from: Int64(0), through: 60_000, by: 250).map { scale.x($0.ms) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(places.first == 100 && places.last == 800)
    let fold = try #require(folds.first)
    #expect(abs(scale.x(fold.to) - scale.x(fold.from) - TimeScale.foldWidth) < 0.001)
    #expect(scale.ticks.allSatisfy { $0 <= fold.from || $0 >= fold.to })
  }

  @Test func `every sample's picture has its folds in order`() {
    for sample in Sample.allCases {
      let folds = folds(sample.trace)
      #expect(folds.allSatisfy { $0.length > 0 })
      #expect(zip(folds, folds.dropFirst()).allSatisfy { $0.to <= $1.from })
    }
  }
}
