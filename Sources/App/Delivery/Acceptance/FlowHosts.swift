import LaunchFlow
import LaunchFlowModel

/// The servers to which a flow can send requests.
package struct FlowHosts: Hashable, Sendable {
  /// The written addresses as scheme, host and port, in file order, each once.
  package private(set) var origins: [String] = []
  /// The hosts that referenced addresses and redirects may have; `*.` stands for any subdomain.
  package private(set) var patterns: [String] = []

  package init(_ flow: Flow, and more: [String] = []) {
    for service in flow.resolvedServices() {
      switch service.baseURL {
      case .address(let address): add(address)
      case .byEnvironment(let addresses):
        for entry in addresses { add(entry.address) }
      case nil: break
      }
      for host in service.allowedHosts { addPattern(host) }
    }
    for step in StepGraph(flow).steps {
      for (request, _) in step.requests {
        if case .url(let address) = request.target { add(address) }
      }
    }
    for host in more { addPattern(host) }
  }

  /// The servers of another flow that are not among these.
  package func missing(of other: FlowHosts) -> [String] {
    other.origins.filter { !covers(origin: $0) } + other.patterns.filter { !covers(pattern: $0) }
  }

  private func covers(origin: String) -> Bool {
    if origins.contains(origin) { return true }
    guard let address = WebAddress(origin) else { return false }
    return address.isSafe && address.isOn(patterns)
  }

  private func covers(pattern: String) -> Bool {
    let hosts = origins.compactMap { WebAddress($0)?.host }
    return (patterns + hosts).contains { own in
      if own == pattern { return true }
      guard own.hasPrefix("*.") else { return false }
      let host = pattern.hasPrefix("*.") ? String(pattern.dropFirst(2)) : pattern
      return host.hasSuffix(own.dropFirst(1)) && host.utf8.count > own.utf8.count - 1
    }
  }

  /// Adds the server of an address, unless a reference gives its host: then the allowed hosts count.
  private mutating func add(_ text: String) {
    guard let template = try? Template(text) else { return }
    var literal = ""
    for segment in template.segments {
      guard case .text(let text) = segment else { break }
      literal += text
    }
    let isWhole = template.references.isEmpty
    let slashes = literal.split(separator: "/", omittingEmptySubsequences: false)
    guard isWhole || slashes.count > 3 || literal.contains(where: { $0 == "?" || $0 == "#" }),
      let address = WebAddress(literal)
    else { return }
    let origin = "\(address.scheme)://\(address.host)" + (address.port.map { ":\($0)" } ?? "")
    if !origins.contains(origin) { origins.append(origin) }
  }

  private mutating func addPattern(_ host: String) {
    let host = host.lowercased()
    if !patterns.contains(host) { patterns.append(host) }
  }
}
