import LaunchFlowMachine
import LaunchFlowModel

/// What may become of a step in a run: how it has settled at the landing, if it has, and in the end.
struct Course: Hashable {
  struct End: Hashable {
    var status: Status
    /// Its result, failure or error class by number, -1 for none.
    var name: Int32 = -1

    var hasStarted: Bool { status != .skipped && status != .cancelled }
  }

  /// Nil while it is open at the landing.
  var atLanding: End?
  var atEnd: End

  /// Whether it belongs to no group and is none, so that only the landing cancels it.
  static func isSingle(_ step: Int, _ plan: FlowPlan) -> Bool {
    plan.steps[step].group < 0 && plan.steps[step].kind != .group
  }

  /// All courses of a step.
  ///
  /// - Parameter isCancelled: Whether the run is cancelled before it lands, so that nothing but the tail is open then.
  static func all(_ step: Int, _ plan: FlowPlan, isCancelled: Bool) -> [Course] {
    let planned = plan.steps[step]
    let isSingle = isSingle(step, plan)
    let ends = ends(step, plan)
    let cancelled = End(status: .cancelled)
    if planned.isTail {
      return (isSingle ? ends : ends + [cancelled]).map { Course(atLanding: nil, atEnd: $0) }
    }
    var courses = ends.map { Course(atLanding: $0, atEnd: $0) }
    if isCancelled || !isSingle { courses.append(Course(atLanding: cancelled, atEnd: cancelled)) }
    guard !isCancelled else { return courses }
    courses.append(Course(atLanding: nil, atEnd: cancelled))
    if planned.continues || !isSingle { courses += ends.map { Course(atLanding: nil, atEnd: $0) } }
    return courses
  }

  /// How a step may settle unless it is cancelled.
  private static func ends(_ step: Int, _ plan: FlowPlan) -> [End] {
    let planned = plan.steps[step]
    let names = planned.names.map { plan.names[Int($0)] }.enumerated().map { (number: Int32($0), name: $1) }
    let results = [-1] + names.filter { !$0.name.isFailure }.map(\.number)
    var ends: [End] = []
    func add(_ status: Status, _ numbers: [Int32]) { ends += numbers.map { End(status: status, name: $0) } }
    switch planned.kind {
    case .value: add(.succeeded, [planned.constantName])
    case .wait:
      add(.succeeded, [-1])
      add(.timedOut, [-1])
    case .group:
      for status in [Status.succeeded, .failed, .timedOut] { add(status, [-1] + names.map(\.number)) }
    case .cache, .http, .action:
      let alwaysHelps = planned.fallbacks.contains { plan.fallbacks[Int($0)].kind == .value }
      add(.succeeded, results)
      if !planned.fallbacks.isEmpty { add(.recovered, results) }
      let refusals = names.filter { $0.name.isFailure && !(alwaysHelps && $0.name.allowsFallback) }
      add(.failed, refusals.map(\.number))
      if !alwaysHelps {
        let errors = ErrorClass.allCases.map {
          plan.clocks[step].errors.number(of: $0, names: Int32(names.count))
        }
        add(.failed, Array(Set(errors + [-1])).sorted())
        add(.timedOut, [-1])
      }
    }
    if !planned.needs.isEmpty || planned.condition >= 0 || planned.group >= 0 { add(.skipped, [-1]) }
    return ends
  }

  /// Whether the step may have had a usable value in a cache, which helps against everything but a refusal that no
  /// fallback hides.
  func allowsCache(_ step: Int, _ plan: FlowPlan) -> Bool {
    switch atEnd.status {
    case .succeeded, .recovered, .skipped, .cancelled: return true
    case .timedOut: return false
    case .failed:
      guard plan.isName(atEnd.name, of: step) else { return false }
      let name = plan.names[Int(plan.steps[step].names.lowerBound + atEnd.name)]
      return name.isFailure && !name.allowsFallback
    }
  }
}
