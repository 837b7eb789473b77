extension FlowRules {
  /// The text between `${` and `}` is a reference.
  func badTemplates() {
    for template in flow.templates {
      guard case .failure(let flaw) = template.template else { continue }
      switch flaw {
      case .unterminated: report.add("a \"${\" has no \"}\"", at: template.path)
      case .noReference(let text): report.add("\"${\(text)}\" is not a reference", at: template.path)
      }
    }
  }

  /// A constant is the same in every run, so it contains no references.
  func referencesInConstants() {
    for index in flow.steps.indices {
      flow.forEachConstant(of: index) { text, path in
        guard text.holds("${"), let reference = (try? Template(text))?.references.first,
          flow.isSubject(reference.subject)
        else { return }
        report.add("a constant takes no references, so \"\(text)\" would be sent as text", at: path())
      }
    }
  }

  /// An optional reference is allowed only in a part that can be left out.
  func optionalAddresses() {
    for template in flow.templates
    where template.references.contains(where: { $0.isOptional }) && !template.canBeLeftOut {
      report.add(
        "an optional reference is allowed in headers, query, form and JSON only", at: template.path)
    }
  }

  /// A `${…}` refers to a step or an input that exists.
  func unknownReferences() {
    guard !flow.unread.contains(.steps), !flow.unread.contains(.inputs) else { return }
    for template in flow.templates {
      for reference in template.references where !flow.isSubject(reference.subject) {
        report.add("no step or input \"\(reference.subject)\" is declared", at: template.path)
      }
    }
  }

  /// Outside of notices a reference names an input or a needed step, so that no failure can leave it without a value.
  func referencesWithoutNeed() {
    for template in flow.templates {
      for reference in template.references { check(reference, in: template) }
    }
    var last: (step: Int, past: StepGraph.Past)?
    for use in flow.stepReferences() {
      let target = flow.steps[use.target]
      // Nearly all are needed directly.
      if target.kindWithoutValue == nil, flow.graph.needs(of: use.step).contains(Int32(use.target)) {
        continue
      }
      let past = last.flatMap { $0.step == use.step ? $0.past : nil } ?? flow.graph.past(of: use.step)
      last = (use.step, past)
      if target.kindWithoutValue == nil,
        past.isNeeded[use.target] || use.isOptional && past.hasSettled[use.target]
      {
        continue
      }
      report.add(message(about: use, target), at: use.path, notes: use.notes)
    }
  }

  private func message(about use: StepReference, _ target: Flow.Step) -> String {
    let name = flow.steps[use.step].name
    if let kind = target.kindWithoutValue { return "\"\(target.name)\" is \(kind), which has no value" }
    if use.step == use.target { return "\"\(name)\" refers to its own value" }
    return "\"\(name)\" refers to \"\(target.name)\" without \(use.isOptional ? "waiting for" : "needing") it"
  }

  /// Reports an error in the reference itself.
  private func check(_ reference: Template.Reference, in template: LocatedTemplate) {
    let step = flow.graph.index[reference.subject]
    switch template.owner {
    case .notice, .input:
      if let kind = step.flatMap({ flow.steps[$0].kindWithoutValue }) {
        report.add(
          "\"\(reference.subject)\" is \(kind), which has neither a value nor a message", at: template.path)
      }
    case .step, .service: break
    }
    if reference.part == .message, !template.isNotice {
      report.add("only a notice can contain the message of a step", at: template.path)
    }
    // An input is a plain value.
    if step == nil, flow.inputIndex[reference.subject] != nil, reference.part != .value(.whole) {
      report.add(
        "the input \"\(reference.subject)\" is a plain value without parts, so it takes no pointer",
        at: template.path)
    }
  }
}

extension FlowIndex {
  package func isSubject(_ name: String) -> Bool { graph.index[name] != nil || inputIndex[name] != nil }

  /// Visits each text in a step's constants.
  package func forEachConstant(of step: Int, _ visit: (String, () -> JSONPointer) -> Void) {
    func collect(_ work: Flow.Step.Work, _ tokens: [String]) {
      work.constant?.forEachString(at: tokens) { tokens, text in
        visit(text) { JSONPointer(tokens: path(of: step).tokens + tokens) }
      }
    }
    collect(steps[step].work, ["value"])
    for (position, fallback) in steps[step].fallback.enumerated() {
      collect(fallback.work, ["fallback", String(position), "value"])
    }
  }
}

extension LocatedTemplate {
  package var isNotice: Bool { if case .notice = owner { true } else { false } }

  fileprivate var canBeLeftOut: Bool {
    switch owner {
    case .step: Self.canBeLeftOut(path)
    case .service(_, let part): part != .baseURL
    case .notice: false
    case .input: true
    }
  }

  /// Whether a step's request or action can leave out the text at a place.
  package static func canBeLeftOut(_ path: JSONPointer) -> Bool {
    path.tokens.contains { ["query", "headers", "form", "json", "with"].contains($0) }
  }
}

extension Flow.Step {
  /// The step's kind in words, if such a step has no value; nil otherwise.
  fileprivate var kindWithoutValue: String? {
    switch work {
    case .group: "a group"
    case .wait where awaitedSignal == nil: "a wait"
    case .wait, .http, .action, .cache, .value: nil
    }
  }
}
