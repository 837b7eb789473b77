import LaunchFlowModel

/// A switch, compiled for the machine: domains by index, all times in nanoseconds.
package final class SwitchPlan: Sendable {
  package let document: OfflineSwitchDocument
  package let domains: [String]

  package struct Network: Equatable, Sendable {
    package var timeout: Int64
    package var every: Int64
    package var everyWhileDown: Int64
    package internal(set) var debounceDown: Int64
    package internal(set) var debounceUp: Int64
    package var grace: Int64
    package var causes: [OfflineSwitchDocument.Medium]
  }

  package struct Service: Equatable, Sendable {
    package var failures: Int
    package var within: Int64
    package var timeout: Int64
    package internal(set) var pollEvery: Int64
    package internal(set) var pollFactor: Double
    package internal(set) var pollMaxEvery: Int64
    package var hasJitter: Bool
    package var keep: Int64
    package var errors: [ErrorClass]
    package var codes: Set<EnvelopeCode>
  }

  package let network: Network?
  package let service: Service?
  private let watch: [OfflineSwitchDocument.Domain]

  /// Compiles a switch that was read without errors.
  package init(_ document: OfflineSwitchDocument) {
    self.document = document
    watch = document.service?.watch ?? []
    domains = watch.map { $0.name }
    network = document.network.map { network in
      Network(
        timeout: network.timeout.nanoseconds, every: network.every.nanoseconds,
        everyWhileDown: network.everyWhileDown.nanoseconds,
        debounceDown: network.debounce.down.nanoseconds, debounceUp: network.debounce.up.nanoseconds,
        grace: network.grace.nanoseconds, causes: network.causes)
    }
    service = document.service.map { service in
      Service(
        failures: service.trigger.failures, within: service.trigger.within.nanoseconds,
        timeout: service.timeout.nanoseconds, pollEvery: service.poll.every.nanoseconds,
        pollFactor: service.poll.factor, pollMaxEvery: service.poll.longest?.nanoseconds ?? .max,
        hasJitter: service.poll.jitter == .full, keep: service.keep.nanoseconds,
        errors: service.trigger.errors,
        codes: Set(service.trigger.codes.compactMap { EnvelopeCode(listed: $0) }))
    }
  }

  /// The index of the domain of a call: the first one with an endpoint that the call matches; nil for none.
  /// The parameters are those of `Endpoint.matches`.
  package func domain(ofCall method: String, host: String?, path: String) -> Int? {
    watch.firstIndex { $0.endpoints.contains { $0.matches(method: method, host: host, path: path) } }
  }

  /// Whether a failed call may be the service's fault. A call that the switch itself prevented never is.
  func counts(_ errorClass: ErrorClass, _ code: EnvelopeCode?) -> Bool {
    guard let service, errorClass != .offline else { return false }
    return service.errors.contains(errorClass) || code.map(service.codes.contains) ?? false
  }

  package func index(ofDomain name: String) -> Int? {
    domains.firstIndex(of: name)
  }

  /// The wait after the answer of this number, from 1, in nanoseconds.
  package func pollWait(after answer: Int) -> Int64 {
    guard let service else { return 0 }
    let longest = Double(service.pollMaxEvery)
    var wait = Double(service.pollEvery)
    var remaining = answer - 1
    // Stops early, since a factor above 1 reaches every limit and a factor of 1 changes nothing.
    while remaining > 0, wait < longest, service.pollFactor > 1 {
      wait *= service.pollFactor
      remaining -= 1
    }
    return wait >= longest ? service.pollMaxEvery : Int64(wait)
  }
}
