/// The number of runs that are simulated at a time. It does not change the result.
package struct Parallelism: Sendable {
  /// At least 1.
  package let jobs: Int
  let perform: @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  /// One run after another, on the caller's thread.
  package static let serial = Parallelism(jobs: 1) { count, body in
    for index in 0..<count { body(index) }
  }

  /// Spreads runs over threads that the caller provides: the simulator has none.
  ///
  /// - Parameter perform: Calls a body for every index below a count, each on any thread, and returns when all are
  ///   done.
  package init(
    jobs: Int, perform: @escaping @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void
  ) {
    self.jobs = max(1, jobs)
    self.perform = perform
  }

  /// A body's results for every index below a count, in order; each call may be on any thread.
  package func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    let slots = (0..<count).map { _ in Slot<Result>() }
    perform(count) { slots[$0].value = body($0) }
    return slots.compactMap(\.value)
  }

  /// Unchecked: only the thread that performs the body of its index writes the value, and only the caller reads it,
  /// after all bodies have ended.
  private final class Slot<Value: Sendable>: @unchecked Sendable {
    var value: Value?
  }
}
