/// The services that provide the parts of a service: itself, or those that it is `like`.
package struct ResolvedService {
  package var baseURL: Int?
  package var headers: Int?
  package var query: Int?
  package var envelope: Int?
  package var failures: Int?
  package var domain: Int?
  package var allowedHosts: Int?

  /// Follows `like`, which may be circular in a flow with errors. A circle ends where it began.
  static func resolve(_ services: [Flow.Service], _ index: [String: Int]) -> [ResolvedService] {
    var resolved = [ResolvedService](repeating: ResolvedService(), count: services.count)
    var isVisited = [Bool](repeating: false, count: services.count)
    for start in services.indices {
      var chain: [Int] = []
      var current: Int? = start
      while let service = current, !isVisited[service] {
        isVisited[service] = true
        chain.append(service)
        current = services[service].like.flatMap { index[$0] }
      }
      var inherited = current.map { resolved[$0] } ?? ResolvedService()
      for service in chain.reversed() {
        inherited.take(from: services[service], service)
        resolved[service] = inherited
      }
    }
    return resolved
  }

  func owner(of part: Flow.Service.Part) -> Int? {
    switch part {
    case .baseURL: baseURL
    case .headers: headers
    case .query: query
    }
  }

  private mutating func take(from service: Flow.Service, _ index: Int) {
    if service.baseURL != nil { baseURL = index }
    if !service.headers.isEmpty { headers = index }
    if !service.query.isEmpty { query = index }
    if service.envelope != nil { envelope = index }
    if !service.failures.isEmpty { failures = index }
    if service.domain != nil { domain = index }
    if !service.allowedHosts.isEmpty { allowedHosts = index }
  }
}

extension Flow {
  /// The services, each completed by the one that it is `like`.
  package func resolvedServices() -> [Flow.Service] {
    let resolved = ResolvedService.resolve(services, StepGraph.index(services.map { $0.name }))
    return services.indices.map { position in
      let owners = resolved[position]
      var service = services[position]
      service.like = nil
      service.baseURL = owners.baseURL.flatMap { services[$0].baseURL }
      service.headers = owners.headers.map { services[$0].headers } ?? []
      service.query = owners.query.map { services[$0].query } ?? []
      service.envelope = owners.envelope.flatMap { services[$0].envelope }
      service.failures = owners.failures.map { services[$0].failures } ?? []
      service.domain = owners.domain.flatMap { services[$0].domain }
      service.allowedHosts = owners.allowedHosts.map { services[$0].allowedHosts } ?? []
      return service
    }
  }
}
