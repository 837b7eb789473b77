import LaunchFlowModel

extension Flow {
  /// A service by its name, with all that it does not say itself taken from the one that it is `like`;
  /// nil where there is none. A circle of likes ends where it began.
  package func resolvedService(_ name: String) -> Flow.Service? {
    guard var service = services.first(where: { $0.name == name }) else { return nil }
    var seen: Set<String> = [name]
    while let like = service.like, seen.insert(like).inserted,
      let other = services.first(where: { $0.name == like })
    {
      service.like = other.like
      service.baseURL = service.baseURL ?? other.baseURL
      if service.headers.isEmpty { service.headers = other.headers }
      if service.query.isEmpty { service.query = other.query }
      service.envelope = service.envelope ?? other.envelope
      if service.failures.isEmpty { service.failures = other.failures }
      service.domain = service.domain ?? other.domain
      if service.allowedHosts.isEmpty { service.allowedHosts = other.allowedHosts }
      service.keepNulls = service.keepNulls ?? other.keepNulls
    }
    service.like = nil
    return service
  }
}
