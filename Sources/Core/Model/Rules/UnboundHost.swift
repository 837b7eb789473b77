extension FlowRules {
  /// A flow lists the allowed hosts of an address that comes from a reference. Otherwise a server's answer or a cache
  /// could send the app's requests to any host.
  func unboundHosts() {
    for (index, service) in flow.flow.services.enumerated() {
      let resolved = flow.services[index]
      guard let owner = resolved.baseURL, resolved.allowedHosts == nil else { continue }
      let path = JSONPointer(tokens: ["services", service.name])
      // An address of another service is reported at this one's name.
      flow.flow.services[owner].forEachString { part, tokens, address in
        guard part == .baseURL, Self.givesHost(address) else { return }
        report.add(
          "the address of \"\(service.name)\" comes from a reference, but no allowed hosts are declared",
          at: owner == index ? JSONPointer(tokens: path.tokens + tokens) : path,
          owner == index ? .value : .key)
      }
    }
    for index in flow.steps.indices {
      for call in flow.requests(of: index) {
        guard case .url(let address) = call.request.target, Self.givesHost(address) else { continue }
        report.add("the host of a \"url\" cannot come from a reference", at: call.path / "url")
      }
    }
  }

  /// Whether a reference comes before the end of the host.
  @inline(never)
  private static func givesHost(_ address: String) -> Bool {
    guard let template = try? Template(address), let first = template.segments.first else { return false }
    guard case .text(let literal) = first else { return true }
    // The first reference decides: if it comes after the host, all others do.
    let slashes = literal.split(separator: "/", omittingEmptySubsequences: false)
    return template.segments.count > 1 && slashes.count < 4 && !literal.contains { $0 == "?" || $0 == "#" }
  }
}
