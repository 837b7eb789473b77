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
    struct Use {
      var service: Int
      var part: Flow.Service.Part
      var target: Int
      var isOptional: Bool
      var path: JSONPointer
    }
    var uses: [Use] = []
    for template in templates {
      for reference in template.references {
        guard let target = graph.index[reference.subject] else { continue }
        switch template.owner {
        case .step(let step):
          references.append(
            StepReference(
              step: step, target: target, path: template.path, isOptional: reference.isOptional))
        case .service(let service, let part):
          uses.append(
            Use(
              service: service, part: part, target: target, isOptional: reference.isOptional,
              path: template.path))
        case .notice, .input: break
        }
      }
    }
    guard !uses.isEmpty else { return references }
    for step in steps.indices {
      for call in requests(of: step) {
        guard let name = call.request.service, let service = serviceIndex[name] else { continue }
        for part in [Flow.Service.Part.baseURL, .headers, .query] {
          for use in uses where use.part == part && use.service == services[service].owner(of: part) {
            let note = Diagnostic.Note("the service \"\(name)\" refers to it here", at: Place(use.path))
            references.append(
              StepReference(
                step: step, target: use.target, path: call.path / "service", isOptional: use.isOptional,
                notes: [note]))
          }
        }
      }
    }
    return references
  }
}
