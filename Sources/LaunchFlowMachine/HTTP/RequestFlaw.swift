import LaunchFlowModel

/// Why a request cannot be rendered; its attempt ends as `malformed`. It names places, never values.
public enum RequestFlaw: Error, Hashable, Sendable {
  /// A `${…}` finds nothing, or null in the middle of a text.
  case nothing(at: Template.Reference)
  /// A text is no template.
  case template(Template.Flaw)
  /// The flow has no such service.
  case unknownService(String)
  /// The service has no address in this environment.
  case noAddress(service: String, environment: String?)
  /// What came out is no address.
  case noWebAddress
  /// Plain `http` to another machine in the release environment.
  case plainHTTP
  /// An address came from a value, and its host is none of the allowed ones.
  case hostNotAllowed
  /// A value would climb up the path.
  case pathEscape
  /// A header's name is none, or its value holds a control character.
  case header(String)
}

extension RequestFlaw: CustomStringConvertible {
  /// The flaw in words.
  public var description: String {
    switch self {
    case .nothing(let reference): "nothing is found at a reference to \(reference.subject)"
    case .template: "a text is no template"
    case .unknownService(let name): "there is no service \(name)"
    case .noAddress(let service, let environment):
      "service \(service) has no address in environment \(environment ?? "(none)")"
    case .noWebAddress: "what came out is no http or https address"
    case .plainHTTP: "plain http goes to loopback only in the release environment"
    case .hostNotAllowed: "the address that a value gave is not on an allowed host"
    case .pathEscape: "a value would climb up the path"
    case .header(let name): "header \(name) holds what no header may"
    }
  }
}
