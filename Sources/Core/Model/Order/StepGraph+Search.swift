extension StepGraph {
  /// The targets that are certain to have settled, or to be needed, when a step starts. Each target is one bit.
  private struct Reach {
    /// The targets that the step needs, directly or through others.
    var needed: [UInt64]
    /// The targets that have settled. Only a needed step is certain to have run after the steps that it waited for.
    var settled: [UInt64]
  }

  /// Calls back for 64 targets at a time, with their reach and the questions about them.
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
    // A cycle is an error of its own. A few passes find most paths through it.
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

  /// The steps in an order in which each comes after its group and the steps that it needs. A flow with a cycle has no
  /// such order.
  private func topologicalOrder() -> (order: [Int], isCyclic: Bool) {
    var order: [Int] = []
    order.reserveCapacity(steps.count)
    var isCyclic = false
    var isSeen = [Bool](repeating: false, count: steps.count)
    var isDone = isSeen
    // Position 0 of a call is the step's group; its needs follow.
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
  /// Whether the target has certainly settled when the step starts: it is needed or waited for, directly or through
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

  /// Whether the step needs the target, directly or through others. A step needs the steps that its groups need. A
  /// group has no value, so it is never a target.
  package func needs(_ questions: [(step: Int, target: Int)]) -> [Bool] {
    var answers = questions.map { step, target in
      steps[target].members == nil
        && (needs(of: step).contains(Int32(target))
          || groups(of: step).contains { needs(of: $0).contains(Int32(target)) })
    }
    // Nearly all needs are direct.
    let open = answers.indices.filter { !answers[$0] && steps[questions[$0].target].members == nil }
    search(open, target: { questions[$0].target }) { batch, reach in
      for (question, bit) in batch { answers[question] = reach.needed[questions[question].step] & bit != 0 }
    }
    return answers
  }
}
