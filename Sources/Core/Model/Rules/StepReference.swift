/// A reference to a step in another step's work or in a service that the work calls.
package struct StepReference {
  package var step: Int
  package internal(set) var target: Int
  package var path: JSONPointer
  /// Whether the step can start without the value.
  package internal(set) var isOptional = false
  package var notes: [Diagnostic.Note] = []
}

extension FlowIndex {
  /// The references of steps to steps, without those of notices.
  package func stepReferences() -> [StepReference] {
    var references: [StepReference] = []
    // The references in parts of services; they count for each step that calls the service.
    typealias Use = (part: Flow.Service.Part, target: Int, isOptional: Bool, path: JSONPointer)
    var byService = [[Use]](repeating: [], count: services.count)
    for template in templates {
      for reference in template.references {
        guard let target = graph.index[reference.subject] else { continue }
        switch template.owner {
        case .step(let step):
          references.append(
            StepReference(
              step: step, target: target, path: template.path, isOptional: reference.isOptional))
        case .service(let service, let part):
          byService[service].append((part, target, reference.isOptional, template.path))
        case .notice: break
        }
      }
    }
    guard byService.contains(where: { !$0.isEmpty }) else { return references }
    for step in steps.indices {
      for (request, path) in requests(of: step) {
        guard let name = request.service, let service = serviceIndex[name] else { continue }
        let resolved = services[service]
        for (owner, part) in [
          (resolved.baseURL, Flow.Service.Part.baseURL), (resolved.headers, .headers),
          (resolved.query, .query),
        ] {
          guard let owner else { continue }
          for use in byService[owner] where use.part == part {
            let note = Diagnostic.Note("the service \"\(name)\" refers to it here", at: Place(use.path))
            references.append(
              StepReference(
                step: step, target: use.target, path: path / "service", isOptional: use.isOptional,
                notes: [note]))
          }
        }
      }
    }
    return references
  }
}
