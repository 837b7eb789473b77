/// A string of a flow that may contain references, with its place.
package struct LocatedTemplate {
  package enum Owner {
    /// A step's own work, or one of its fallbacks.
    case step(Int)
    case service(Int, Flow.Service.Part)
    case notice(landing: Int)
    /// The value that a landing carries.
    case input(landing: Int)
  }

  package internal(set) var owner: Owner
  package var path: JSONPointer
  package internal(set) var template: Result<Template, Template.Flaw>

  /// The references; none if the string cannot be read.
  package var references: [Template.Reference] {
    if case .success(let template) = template { template.references } else { [] }
  }
}

extension LocatedTemplate {
  /// Every string of the flow with a `${` in it.
  static func all(in flow: Flow, _ graph: StepGraph) -> [LocatedTemplate] {
    var found: [LocatedTemplate] = []
    forEachString(in: flow, graph, where: { $0.utf8.contains(0x24) && $0.holds("${") }) {
      text, owner, path in
      let template = Result { () throws(Template.Flaw) in try Template(text) }
      found.append(LocatedTemplate(owner: owner, path: path, template: template))
    }
    return found
  }

  /// Visits the strings that may contain references and that the caller wants. Only for these a path is made.
  package static func forEachString(
    in flow: Flow, _ graph: StepGraph, where isWanted: (String) -> Bool,
    _ visit: (String, Owner, JSONPointer) -> Void
  ) {
    func add(_ text: String, _ owner: Owner, _ path: @autoclosure () -> JSONPointer, _ tokens: [String] = [])
    {
      if isWanted(text) { visit(text, owner, JSONPointer(tokens: path().tokens + tokens)) }
    }
    for (index, service) in flow.services.enumerated() {
      service.forEachString { part, tokens, text in
        add(text, .service(index, part), JSONPointer(tokens: ["services", service.name]), tokens)
      }
    }
    for index in graph.steps.indices {
      for call in Flow.Step.requests(graph.steps[index].work, graph.steps[index].fallback) {
        call.request.forEachString { add($1, .step(index), graph.path(of: index), call.tokens + $0) }
      }
      for call in Flow.Step.actions(graph.steps[index].work, graph.steps[index].fallback) {
        call.action.input?.forEachString(at: call.tokens + ["with"]) {
          add($1, .step(index), graph.path(of: index), $0)
        }
      }
    }
    for index in flow.landings.indices {
      let landing = flow.landings[index]
      landing.input?.forEachString(at: ["landings", String(index), "with"]) {
        add($1, .input(landing: index), .whole, $0)
      }
      for (place, notice) in landing.notices.enumerated() {
        add(
          notice.text, .notice(landing: index),
          landing.path(ofNotice: place, at: JSONPointer(tokens: ["landings", String(index)])))
      }
    }
  }
}
