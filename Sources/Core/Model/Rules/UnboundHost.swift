/// A flow lists the allowed hosts of an address that comes from a reference. Otherwise a server's answer or a cache
/// could send the app's requests to any host.
enum UnboundHost: Rule {
  static let code = DiagnosticCode.unboundHost

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for (index, service) in flow.flow.services.enumerated() {
      let resolved = flow.services[index]
      guard let owner = resolved.baseURL, resolved.allowedHosts == nil else { continue }
      let path = JSONPointer(tokens: ["services", service.name])
      switch flow.flow.services[owner].baseURL {
      case .address(let address):
        check(address, of: service, at: owner == index ? path / "baseURL" : path, &report)
      case .byEnvironment(let addresses):
        for entry in addresses {
          let place = owner == index ? path / "baseURL" / entry.environment : path
          check(entry.address, of: service, at: place, &report)
        }
      case nil: break
      }
    }
    for index in flow.steps.indices {
      for call in flow.requests(of: index) {
        guard case .url(let address) = call.request.target, givesHost(address) else { continue }
        report.add("the host of a \"url\" cannot come from a reference", at: call.path / "url")
      }
    }
  }

  @inline(never)
  private static func check(
    _ address: String, of service: Flow.Service, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard givesHost(address) else { return }
    report.add(
      "the address of \"\(service.name)\" comes from a reference, but no allowed hosts are declared",
      at: path, path.tokens.count == 2 ? .key : .value)
  }

  /// Whether a reference comes before the end of the host.
  @inline(never)
  private static func givesHost(_ address: String) -> Bool {
    guard let template = try? Template(address), let first = template.segments.first else { return false }
    // The first reference decides: if it comes after the host, all others do.
    guard template.segments.count > 1, case .text(let literal) = first else { return first.isReference }
    let slashes = literal.split(separator: "/", omittingEmptySubsequences: false)
    return slashes.count < 4 && !literal.contains { $0 == "?" || $0 == "#" }
  }
}

extension Template.Segment {
  fileprivate var isReference: Bool { if case .reference = self { true } else { false } }
}
