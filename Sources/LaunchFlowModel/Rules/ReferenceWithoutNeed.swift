/// Outside notices a reference leads to an input or to a step that is needed, so that no fault can make it
/// missing.
enum ReferenceWithoutNeed: Rule {
  static let code = DiagnosticCode.referenceWithoutNeed

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    let uses = collectUses(flow, &report)
    let isNeeded = NeedSearch(flow).answer(uses.map { ($0.step, $0.target) })
    for (use, isNeeded) in zip(uses, isNeeded) where !isNeeded {
      let name = flow.entries[use.step].step.name
      let target = flow.entries[use.target].step
      if target.members != nil {
        report.add("\"\(target.name)\" is a group and has no value", at: use.path, notes: use.notes)
      } else if use.step == use.target {
        report.add("\"\(name)\" refers to its own value", at: use.path, notes: use.notes)
      } else {
        report.add(
          "\"\(name)\" refers to \"\(target.name)\" without needing it", at: use.path,
          hint: "add \"\(target.name)\" to the \"needs\" of \"\(name)\"", notes: use.notes)
      }
    }
  }

  /// A step whose work holds a reference to another step.
  private struct Use {
    var step: Int
    var target: Int
    var path: JSONPointer
    var notes: [Diagnostic.Note] = []
  }

  private static func collectUses(_ flow: FlowIndex, _ report: inout RuleReport) -> [Use] {
    var uses: [Use] = []
    // What the parts of services refer to, to be asked of each step that calls them.
    var byService: [Int: [(part: Flow.ServicePart, target: Int, path: JSONPointer)]] = [:]
    for template in flow.templates {
      for reference in template.references {
        switch template.owner {
        case .notice:
          checkSubject(reference, template.path, flow, &report)
        case .step, .service:
          if reference.part == .message {
            report.add("the message of a step can be told only in a notice", at: template.path)
          }
          checkInput(reference, template.path, flow, &report)
          guard let target = flow.stepIndex[reference.subject] else { continue }
          switch template.owner {
          case .step(let step): uses.append(Use(step: step, target: target, path: template.path))
          case .service(let service, let part):
            byService[service, default: []].append((part, target, template.path))
          case .notice: break
          }
        }
      }
    }
    guard !byService.isEmpty else { return uses }
    for step in flow.entries.indices {
      for (request, path) in flow.requests(of: step) {
        guard let name = request.service, let service = flow.serviceIndex[name] else { continue }
        let resolved = flow.services[service]
        for (owner, part) in [
          (resolved.baseURL, Flow.ServicePart.baseURL), (resolved.headers, .headers),
          (resolved.query, .query),
        ] {
          guard let owner else { continue }
          for use in byService[owner] ?? [] where use.part == part {
            let note = Diagnostic.Note("the service \"\(name)\" refers to it here", at: Place(use.path))
            uses.append(Use(step: step, target: use.target, path: path / "service", notes: [note]))
          }
        }
      }
    }
    return uses
  }

  /// In a notice, a step must have something to tell.
  private static func checkSubject(
    _ reference: Template.Reference, _ path: JSONPointer, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    if let step = flow.stepIndex[reference.subject],
      let name = flow.entries[step].step.members.map({ _ in reference.subject })
    {
      report.add("\"\(name)\" is a group and has neither value nor message", at: path)
    }
    checkInput(reference, path, flow, &report)
  }

  /// An input is a plain value.
  private static func checkInput(
    _ reference: Template.Reference, _ path: JSONPointer, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    guard flow.stepIndex[reference.subject] == nil, flow.inputIndex[reference.subject] != nil else { return }
    if reference.part != .value(.whole) {
      report.add("the input \"\(reference.subject)\" is a plain value with nothing in it", at: path)
    }
  }
}

/// Finds out which steps are needed by which, directly or through others. A step needs what its groups need;
/// needing a group does not give its members.
private struct NeedSearch {
  let flow: FlowIndex

  init(_ flow: FlowIndex) {
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

  private func needs(of step: Int) -> some Sequence<Int> {
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
  private func topologicalOrder() -> [Int] {
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
