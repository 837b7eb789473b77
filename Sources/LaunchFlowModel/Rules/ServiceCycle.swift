/// No service is like itself, however far around.
enum ServiceCycle: Rule {
  static let code = DiagnosticCode.cycle

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    let services = flow.flow.services
    var isDone = [Bool](repeating: false, count: services.count)
    for start in services.indices where !isDone[start] {
      var chain: [Int] = []
      var positions: [Int: Int] = [:]
      var current: Int? = start
      while let service = current, !isDone[service], positions[service] == nil {
        positions[service] = chain.count
        chain.append(service)
        current = services[service].like.flatMap { flow.serviceIndex[$0] }
      }
      if let service = current, let position = positions[service] {
        let names = (chain[position...] + [service]).map { services[$0].name }
        let message =
          names.count == 2
          ? "the service \"\(names[0])\" is like itself"
          : "services are like each other: \(Cycle.chain(names))"
        report.add(message, at: JSONPointer(tokens: ["services", services[service].name, "like"]))
      }
      for service in chain { isDone[service] = true }
    }
  }
}
