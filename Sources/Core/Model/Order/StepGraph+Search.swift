extension StepGraph {
  /// What is certain of some steps, the targets, when each step starts. Each target is one bit.
  private struct Reach {
    /// The targets that the step needs, directly or through others.
    var needed: [UInt64]
    /// The targets that have settled. Only a step that is needed is sure to have run after what it waited for.
    var settled: [UInt64]
  }

  /// Calls back with the reach of 64 targets at a time, and with the questions about these.
  ///
  /// - Parameters:
  ///   - questions: The numbers of the questions; each asks about one target.
  ///   - target: The target of a question.
  private func search(
    _ questions: [Int], target: (Int) -> Int,
    _ body: (_ batch: [(question: Int, bit: UInt64)], _ reach: Reach) -> Void
  ) {
    guard !questions.isEmpty else { return }
    let (order, isCyclic) = topologicalOrder()
    let sorted = questions.map { (target: target($0), question: $0) }.sorted { $0 < $1 }
    var next = 0
    while next < sorted.count {
      var own = [UInt64](repeating: 0, count: steps.count)
      var batch: [(question: Int, bit: UInt64)] = []
      var targets = 0
      while next < sorted.count, targets < 64 || own[sorted[next].target] != 0 {
        let (target, question) = sorted[next]
        if own[target] == 0 {
          own[target] = 1 << UInt64(targets)
          targets += 1
        }
        batch.append((question, own[target]))
        next += 1
      }
      body(batch, reach(own, order, isCyclic))
    }
  }

  private func reach(_ own: [UInt64], _ order: [Int], _ isCyclic: Bool) -> Reach {
    var reach = Reach(needed: own.map { _ in 0 }, settled: own.map { _ in 0 })
    // A cycle is an error of its own; a few passes find most of what leads through it.
    for _ in 0..<(isCyclic ? 4 : 1) {
      for step in order {
        var (needed, settled) = (reach.needed[step], reach.settled[step])
        for target in needs(of: step) {
          needed |= own[Int(target)] | reach.needed[Int(target)]
          settled |= own[Int(target)] | reach.settled[Int(target)]
        }
        for target in afters(of: step) { settled |= own[Int(target)] }
        if let parent = parents[step] {
          needed |= reach.needed[parent]
          settled |= reach.settled[parent]
        }
        reach.needed[step] = needed
        reach.settled[step] = settled
      }
    }
    return reach
  }

  /// Every step after the steps that it needs and after its group, and whether that is impossible: in a cycle the
  /// order is any.
  private func topologicalOrder() -> (order: [Int], isCyclic: Bool) {
    var order: [Int] = []
    order.reserveCapacity(steps.count)
    var isCyclic = false
    var isSeen = [Bool](repeating: false, count: steps.count)
    var isDone = isSeen
    // A call's position 0 is its group, then come its needs.
    var calls: [(step: Int, position: Int)] = []
    for root in steps.indices where !isSeen[root] {
      isSeen[root] = true
      calls.append((root, 0))
      while let (step, position) = calls.last {
        let needs = needs(of: step)
        guard position <= needs.count else {
          order.append(step)
          isDone[step] = true
          calls.removeLast()
          continue
        }
        calls[calls.count - 1].position += 1
        let target = position == 0 ? parents[step] : Int(needs[needs.startIndex + position - 1])
        guard let target else { continue }
        if isSeen[target] {
          isCyclic = isCyclic || !isDone[target]
          continue
        }
        isSeen[target] = true
        calls.append((target, 0))
      }
    }
    return (order, isCyclic)
  }
}

extension StepGraph {
  /// Whether another step has settled for sure when each step starts: it is needed or waited for, directly or through
  /// steps that are needed.
  package func awaits(_ questions: [(step: Int, target: Int)]) -> [Bool] {
    var answers = questions.map { step, target in
      let target = Int32(target)
      return ([step] + groups(of: step)).contains {
        needs(of: $0).contains(target) || afters(of: $0).contains(target)
      }
    }
    search(answers.indices.filter { !answers[$0] }, target: { questions[$0].target }) { batch, reach in
      for (question, bit) in batch { answers[question] = reach.settled[questions[question].step] & bit != 0 }
    }
    return answers
  }

  /// Whether each step needs another one, directly or through others. A step needs what its groups need. A group
  /// has no value, so no step needs one in this sense.
  package func needs(_ questions: [(step: Int, target: Int)]) -> [Bool] {
    var answers = questions.map { step, target in
      steps[target].members == nil
        && (needs(of: step).contains(Int32(target))
          || groups(of: step).contains { needs(of: $0).contains(Int32(target)) })
    }
    // Nearly all are direct.
    let open = answers.indices.filter { !answers[$0] && steps[questions[$0].target].members == nil }
    search(open, target: { questions[$0].target }) { batch, reach in
      for (question, bit) in batch { answers[question] = reach.needed[questions[question].step] & bit != 0 }
    }
    return answers
  }
}
