/// The addresses of services in a run.
public struct RequestEnvironment: Hashable, Sendable {
  /// The environment's name; nil for a flow that declares none.
  public var name: String?
  /// Whether it is the environment of release builds, with all their restrictions.
  package internal(set) var isRelease: Bool
  /// Addresses set by hand, by service. The release environment ignores them.
  package internal(set) var addresses: [String: String]

  /// Creates an environment.
  public init(_ name: String? = nil, isRelease: Bool = true, addresses: [String: String] = [:]) {
    self.name = name
    self.isRelease = isRelease
    self.addresses = addresses
  }
}

extension RequestEnvironment {
  func manualAddress(of service: Flow.Service) -> String? {
    isRelease ? nil : addresses[service.name]
  }

  /// The address that the flow declares for a service in this environment, with its references; nil for none.
  func declaredAddress(of service: Flow.Service) -> String? {
    switch service.baseURL {
    case .address(let text): text
    case .byEnvironment(let addresses):
      (name.map { name in addresses.first { $0.environment == name } } ?? addresses.first)?.address
    case nil: nil
    }
  }
}
