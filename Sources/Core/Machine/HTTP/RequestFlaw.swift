import LaunchFlowModel

/// The reason why a request cannot be sent. Its attempt ends as `malformed`. It contains names, never values.
package enum RequestFlaw: Error, Equatable, Sendable {
  /// A reference has no value, or its value within a text is null.
  case nothing(at: Template.Reference)
  /// A text contains an invalid reference.
  case template(Template.Flaw)
  /// The flow has no such service.
  case unknownService(String)
  /// The service has no address in this environment.
  case noAddress(service: String, environment: String?)
  /// The rendered text is not a web address.
  case noWebAddress
  /// An address with plain `http` beyond loopback, in the release environment.
  case plainHTTP
  /// A value contains an address on a host that is not allowed.
  case hostNotAllowed
  /// A value would leave the declared path by `..`.
  case pathEscape
  /// The name of a header is invalid, or its value contains a control character.
  case header(String)
}

extension RequestFlaw: CustomStringConvertible {
  /// The reason as the end of a sentence.
  package var description: String {
    switch self {
    case .nothing(let reference): "the reference to \(reference.subject) has no value"
    case .template: "a text contains an invalid reference"
    case .unknownService(let name): "there is no service \(name)"
    case .noAddress(let service, let environment):
      "service \(service) has no address in environment \(environment ?? "(none)")"
    case .noWebAddress: "the rendered address is not an http or https address"
    case .plainHTTP: "the release environment allows plain http only for loopback addresses"
    case .hostNotAllowed: "a value gave an address whose host is not allowed"
    case .pathEscape: "a value would leave the path by \"..\""
    case .header(let name): "header \(name) contains a character that HTTP forbids"
    }
  }
}
