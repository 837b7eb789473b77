import LaunchFlow

/// The servers to which a flow can send requests.
package struct FlowHosts: Equatable, Sendable {
  /// The written addresses as scheme, host and port, in file order, each once.
  package private(set) var origins: [String] = []
  /// The hosts of referenced addresses and redirects; `*.` means any subdomain.
  package private(set) var patterns: [String] = []

  package init(_ flow: Flow, and more: [String] = []) {
    for service in flow.resolvedServices() {
      switch service.baseURL {
      case .address(let address): add(address)
      case .byEnvironment(let addresses):
        for entry in addresses { add(entry.address) }
      case nil: break
      }
      patterns += service.allowedHosts.map { $0.lowercased() }
    }
    for step in flow.graph.steps {
      for call in step.requests {
        if case .url(let address) = call.request.target { add(address) }
      }
    }
    patterns += more.map { $0.lowercased() }
    (origins, patterns) = (Self.unique(origins), Self.unique(patterns))
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// The servers of another flow that are not among these.
  package func missing(of other: FlowHosts) -> [String] {
    let (origins, patterns) = (Set(origins), Set(patterns))
    let hosts = Set(origins.compactMap { WebAddress($0)?.host })
    return other.origins.filter { origin in
      guard !origins.contains(origin) else { return false }
      guard let address = WebAddress(origin), address.isSafe else { return true }
      return !Self.isHost(address.host, on: patterns)
    } + other.patterns.filter { !hosts.contains($0) && !Self.isHost($0, on: patterns) }
  }

  /// Whether a host or a pattern equals one of the patterns or is below one. No host is longer than 253 bytes.
  private static func isHost(_ host: String, on patterns: Set<String>) -> Bool {
    if patterns.contains(host) { return true }
    let name = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
    let dots = name.dropFirst().suffix(253).indices.filter { name[$0] == "." }
    return dots.contains { patterns.contains("*" + name[$0...]) }
  }

  /// Adds the server of an address, unless a reference provides its host. Then the allowed hosts count. An address
  /// that cannot be read stands for a server that no other flow has.
  private mutating func add(_ text: String) {
    guard let template = try? Template(text) else { return }
    var literal = ""
    for segment in template.segments {
      guard case .text(let text) = segment else { break }
      literal += text
    }
    let isWhole = template.references.isEmpty
    let slashes = literal.split(separator: "/", omittingEmptySubsequences: false)
    guard isWhole || slashes.count > 3 || literal.contains(where: { $0 == "?" || $0 == "#" }) else { return }
    // A request encodes the author's text before it reads the host.
    let address = WebAddress(PercentEncoding.literal(literal))
    let origin = address.map { "\($0.scheme)://\($0.host)" + ($0.port.map { ":\($0)" } ?? "") }
    origins.append(origin ?? literal)
  }
}
