import LaunchFlowModel

/// Warns of a switch without a window in either direction: each probe may change its state.
enum FlappingDebounce {
  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.networkPlace / "debounce"
    guard let debounce = document.network?.debounce, debounce.down == .zero, debounce.up == .zero
    else { return }
    report.add(
      "without a debounce window in either direction the app can flap", at: path)
  }
}

/// Warns of fewer probes while the network is down than while it is up.
enum SlowWhileDown {
  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.networkPlace / "everyWhileDown"
    guard let network = document.network, network.everyWhileDown > network.every
    else { return }
    report.add(
      "the network is probed less often while it is down than while it is up", at: path)
  }
}

/// Warns of an endpoint that matches no call, because an earlier endpoint matches all of its calls. A call
/// counts for the first domain with a matching endpoint.
enum ShadowedEndpoint {
  /// A switch with very many endpoints is not searched completely: that would take too long.
  private static let mostComparisons = 1_000_000

  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    var earlier: [(endpoint: Endpoint, path: JSONPointer)] = []
    var budget = mostComparisons
    for domain in document.service?.watch ?? [] {
      let path = OfflineSwitchDocument.servicePlace / "watch" / domain.name
      for (position, endpoint) in domain.endpoints.enumerated() {
        budget -= earlier.count
        guard budget > 0 else {
          report.add(
            "the search for covered endpoints stopped at \"\(endpoint.text)\"", at: path / position)
          return
        }
        if let first = earlier.first(where: { $0.endpoint.covers(endpoint) }) {
          report.add(
            "calls to \"\(endpoint.text)\" already count for \"\(first.endpoint.text)\"", at: path / position,
            notes: [Diagnostic.Note("it is declared here", at: Place(first.path))])
        }
        earlier.append((endpoint, path / position))
      }
    }
  }
}

/// Warns of a question that does not name its domain, if there are several domains.
enum QuestionWithoutDomain {
  static func check(_ document: OfflineSwitchDocument, _ report: inout RuleReport) {
    let path = OfflineSwitchDocument.servicePlace / "confirm" / "http"
    guard let service = document.service, service.watch.count > 1 else { return }
    var namesDomain = false
    service.confirm.forEachString { if $1.contains("${domain}") { namesDomain = true } }
    guard !namesDomain else { return }
    report.add(
      "the question is the same for every domain", at: path, .key)
  }
}

extension Endpoint {
  /// Whether it matches every call that the other endpoint matches.
  func covers(_ other: Endpoint) -> Bool {
    if let method, method != other.method { return false }
    if let host, !other.hostPatterns.contains(host) { return false }
    let hasOpenEnd = segments.last == "*"
    if !hasOpenEnd, other.segments.last == "*" { return false }
    guard hasOpenEnd ? other.segments.count >= segments.count : other.segments.count == segments.count
    else { return false }
    return zip(segments, other.segments).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// The host patterns that can cover this endpoint, except the pattern for any host: its own, and `*.`
  /// before each of its parents.
  private var hostPatterns: [String] {
    guard let host else { return [] }
    var patterns = [host]
    var rest = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      patterns.append("*.\(rest)")
    }
    return patterns
  }
}
