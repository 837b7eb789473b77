/// The text between `${` and `}` is a reference.
enum BadTemplate: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for template in flow.templates {
      guard case .failure(let flaw) = template.template else { continue }
      switch flaw {
      case .unterminated: report.add("a \"${\" has no \"}\"", at: template.path)
      case .noReference(let text): report.add("\"${\(text)}\" is not a reference", at: template.path)
      }
    }
  }
}

extension FlowIndex {
  package func isSubject(_ name: String) -> Bool { graph.index[name] != nil || inputIndex[name] != nil }
}

/// A constant is the same in every run, so it contains no references.
enum ReferenceInConstant: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for index in flow.steps.indices {
      let (work, fallback) = (flow.steps[index].work, flow.steps[index].fallback)
      if case .value(let value) = work { check(value, flow, index, ["value"], &report) }
      for position in fallback.indices {
        guard case .value(let value) = fallback[position] else { continue }
        check(value, flow, index, ["fallback", String(position), "value"], &report)
      }
    }
  }

  private static func check(
    _ constant: JSONValue, _ flow: FlowIndex, _ step: Int, _ tokens: [String], _ report: inout RuleReport
  ) {
    constant.forEachString(at: tokens) { tokens, text in
      guard text.holds("${"), let reference = (try? Template(text))?.references.first,
        flow.isSubject(reference.subject)
      else { return }
      report.add(
        "a constant takes no references, so \"\(text)\" would be sent as text",
        at: JSONPointer(tokens: flow.path(of: step).tokens + tokens))
    }
  }
}

/// An optional reference is allowed only in a part that can be left out.
enum OptionalInAddress: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for template in flow.templates
    where template.references.contains(where: { $0.isOptional }) && !template.canBeLeftOut {
      report.add(
        "an optional reference is allowed in headers, query, form and JSON only", at: template.path)
    }
  }
}

extension LocatedTemplate {
  fileprivate var canBeLeftOut: Bool {
    switch owner {
    case .step: Self.canBeLeftOut(path)
    case .service(_, let part): part != .baseURL
    case .notice: false
    case .input: true
    }
  }
}

extension LocatedTemplate {
  /// Whether a step's request or action can leave out the text at a place.
  package static func canBeLeftOut(_ path: JSONPointer) -> Bool {
    path.tokens.contains { ["query", "headers", "form", "json", "with"].contains($0) }
  }
}

/// A `${…}` refers to a step or an input that exists.
enum UnknownReference: Rule {
  static let code = DiagnosticCode.unknownName

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    guard !flow.unread.contains(.steps), !flow.unread.contains(.inputs) else { return }
    for template in flow.templates {
      for reference in template.references
      where flow.graph.index[reference.subject] == nil && flow.inputIndex[reference.subject] == nil {
        report.add("no step or input \"\(reference.subject)\" is declared", at: template.path)
      }
    }
  }
}

/// Outside of notices a reference names an input or a needed step, so that no failure can leave it without a value.
enum ReferenceWithoutNeed: Rule {
  static let code = DiagnosticCode.referenceWithoutNeed

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    var last: (step: Int, past: StepGraph.Past)?
    for use in collectUses(flow, &report) {
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
      report.add(message(about: use, target, flow), at: use.path, notes: use.notes)
    }
  }

  private static func message(about use: StepReference, _ target: Flow.Step, _ flow: FlowIndex) -> String {
    let name = flow.steps[use.step].name
    if let kind = target.kindWithoutValue { return "\"\(target.name)\" is \(kind), which has no value" }
    if use.step == use.target { return "\"\(name)\" refers to its own value" }
    return "\"\(name)\" refers to \"\(target.name)\" without \(use.isOptional ? "waiting for" : "needing") it"
  }

  /// Reports errors in the references themselves, and returns those to other steps.
  private static func collectUses(_ flow: FlowIndex, _ report: inout RuleReport) -> [StepReference] {
    for template in flow.templates {
      for reference in template.references {
        switch template.owner {
        case .notice:
          checkSubject(reference, template.path, flow, &report)
        case .input:
          checkSubject(reference, template.path, flow, &report)
          if reference.part == .message {
            report.add("only a notice can contain the message of a step", at: template.path)
          }
        case .step, .service:
          if reference.part == .message {
            report.add("only a notice can contain the message of a step", at: template.path)
          }
          checkInput(reference, template.path, flow, &report)
        }
      }
    }
    return flow.stepReferences()
  }

  /// Reports a step in a notice that has neither a value nor a message.
  private static func checkSubject(
    _ reference: Template.Reference, _ path: JSONPointer, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    if let step = flow.graph.index[reference.subject], let kind = flow.steps[step].kindWithoutValue {
      report.add("\"\(reference.subject)\" is \(kind), which has neither a value nor a message", at: path)
    }
    checkInput(reference, path, flow, &report)
  }

  /// Reports a pointer into an input, which is a plain value.
  private static func checkInput(
    _ reference: Template.Reference, _ path: JSONPointer, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    guard flow.graph.index[reference.subject] == nil, flow.inputIndex[reference.subject] != nil else {
      return
    }
    if reference.part != .value(.whole) {
      report.add(
        "the input \"\(reference.subject)\" is a plain value without parts, so it takes no pointer", at: path)
    }
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
