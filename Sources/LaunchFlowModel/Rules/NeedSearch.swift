/// Finds out which steps are needed by which, directly or through others. A step needs what its groups need;
/// needing a group does not give its members.
package struct NeedSearch {
  let flow: FlowIndex

  package init(_ flow: FlowIndex) {
    self.flow = flow
  }

  func answer(_ questions: [(step: Int, target: Int)]) -> [Bool] {
    var answers = questions.map { isNeededDirectly($0.target, by: $0.step) }
    // Nearly all are direct. Of the others, 64 targets at a time travel through the graph as bits.
    let open = answers.indices.filter {
      !answers[$0] && flow.entries[questions[$0].target].step.members == nil
    }
    guard !open.isEmpty else { return answers }
    let order = topologicalOrder()
    var slots: [Int: Int] = [:]
    var batch: [Int] = []
    func finish() {
      let reached = propagate(slots, order)
      for question in batch {
        guard let slot = slots[questions[question].target] else { continue }
        answers[question] = reached[questions[question].step] & (1 << UInt64(slot)) != 0
      }
      slots = [:]
      batch = []
    }
    for question in open.sorted(by: { questions[$0].target < questions[$1].target }) {
      let target = questions[question].target
      if slots[target] == nil {
        if slots.count == 64 { finish() }
        slots[target] = slots.count
      }
      batch.append(question)
    }
    finish()
    return answers
  }

  func needs(of step: Int) -> some Sequence<Int> {
    flow.waits[step].lazy.filter { $0.kind == .needs }.map(\.target)
  }

  private func isNeededDirectly(_ target: Int, by step: Int) -> Bool {
    var current: Int? = step
    while let index = current {
      if flow.entries[target].step.members == nil, needs(of: index).contains(target) { return true }
      current = flow.entries[index].parent
    }
    return false
  }

  /// For each step, which of the targets it needs, as bits.
  private func propagate(_ slots: [Int: Int], _ order: [Int]) -> [UInt64] {
    var own = [UInt64](repeating: 0, count: flow.entries.count)
    for (target, slot) in slots { own[target] = 1 << UInt64(slot) }
    var reached = [UInt64](repeating: 0, count: flow.entries.count)
    // One pass is enough where there is no cycle; where there is one, that is reported anyway.
    for _ in 0..<4 {
      var hasChanged = false
      for step in order {
        var bits = reached[step]
        for target in needs(of: step) { bits |= reached[target] | own[target] }
        if let parent = flow.entries[step].parent { bits |= reached[parent] }
        hasChanged = hasChanged || bits != reached[step]
        reached[step] = bits
      }
      if !hasChanged { break }
    }
    return reached
  }

  /// Each step behind what it needs and behind its group, as far as there are no cycles.
  package func topologicalOrder() -> [Int] {
    var order: [Int] = []
    var isSeen = [Bool](repeating: false, count: flow.entries.count)
    for root in flow.entries.indices where !isSeen[root] {
      var calls: [(step: Int, targets: [Int], position: Int)] = [(root, targets(of: root), 0)]
      isSeen[root] = true
      while let call = calls.last {
        guard call.position < call.targets.count else {
          order.append(call.step)
          calls.removeLast()
          continue
        }
        calls[calls.count - 1].position += 1
        let target = call.targets[call.position]
        guard !isSeen[target] else { continue }
        isSeen[target] = true
        calls.append((target, targets(of: target), 0))
      }
    }
    return order
  }

  private func targets(of step: Int) -> [Int] {
    Array(needs(of: step)) + (flow.entries[step].parent.map { [$0] } ?? [])
  }
}
