/// A switch, compiled for the machine: domains by index.
package final class SwitchPlan: Hashable, Sendable {
  package let document: OfflineSwitchDocument
  package let domains: [String]
  package let network: OfflineSwitchDocument.Network?
  package let service: OfflineSwitchDocument.Service?
  private let codes: Set<EnvelopeCode>

  /// Compiles a switch that was read without errors.
  package init(_ document: OfflineSwitchDocument) {
    self.document = document
    network = document.network
    service = document.service
    domains = service?.watch.map { $0.name } ?? []
    codes = Set(service?.trigger.codes.compactMap { EnvelopeCode(listed: $0) } ?? [])
  }

  /// The index of the domain of a call: the first one with an endpoint that the call matches; nil for none.
  /// The parameters are those of `Endpoint.matches`.
  package func domain(ofCall method: String, host: String?, path: String) -> Int? {
    service?.watch.firstIndex { $0.endpoints.contains { $0.matches(method: method, host: host, path: path) } }
  }

  /// Whether a failed call may be the service's fault. A call that the switch itself prevented never is.
  func counts(_ errorClass: ErrorClass, _ code: EnvelopeCode?) -> Bool {
    guard let service, errorClass != .offline else { return false }
    return service.trigger.errors.contains(errorClass) || code.map(codes.contains) ?? false
  }

  /// A plan equals only itself.
  package static func == (left: SwitchPlan, right: SwitchPlan) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  package func index(ofDomain name: String) -> Int? {
    domains.firstIndex(of: name)
  }

  /// The wait after the answer of this number, from 1, in nanoseconds.
  package func pollWait(after answer: Int) -> Int64 {
    guard let poll = service?.poll else { return 0 }
    return poll.every.nanoseconds.grown(
      by: poll.factor, times: answer - 1, atMost: poll.longest?.nanoseconds ?? .max)
  }
}
