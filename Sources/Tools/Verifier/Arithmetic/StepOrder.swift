/// An order of all starts and ends in which each comes after everything that it waits for: a member after its
/// group's start, a group's end after its members.
struct StepOrder {
  /// By step: the steps that it waits for, needed ones included.
  let waits: [[Int]]
  /// Starts as the step's index, ends as the index plus the number of steps.
  let events: [Int]

  init(_ plan: FlowPlan) {
    let count = plan.steps.count
    var waits: [[Int]] = plan.steps.map { _ in [] }
    for step in plan.steps.indices {
      for place in plan.steps[step].dependents {
        waits[Int(plan.dependents[Int(place)].step)].append(step)
      }
    }
    // By event: the number of events that it waits for, and the events that wait for it.
    var open = Array(repeating: 0, count: 2 * count)
    var followers: [[Int]] = Array(repeating: [], count: 2 * count)
    func add(_ earlier: Int, _ later: Int) {
      followers[earlier].append(later)
      open[later] += 1
    }
    for step in 0..<count {
      add(step, count + step)
      for before in waits[step] { add(count + before, step) }
      let group = Int(plan.steps[step].group)
      if group >= 0 {
        add(group, step)
        add(count + step, count + group)
      }
    }
    var events: [Int] = []
    var ready = open.indices.filter { open[$0] == 0 }
    while let event = ready.popLast() {
      events.append(event)
      for later in followers[event] {
        open[later] -= 1
        if open[later] == 0 { ready.append(later) }
      }
    }
    self.waits = waits
    self.events = events
  }
}
