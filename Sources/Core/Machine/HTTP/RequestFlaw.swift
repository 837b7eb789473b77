/// The reason why a request cannot be sent. Its attempt ends as `malformed`. It contains names, never values.
package enum RequestFlaw: Error, Equatable, Sendable {
  /// A reference has no value, or its value within a text is null.
  case nothing(at: Template.Reference)
  case template(Template.Flaw)
  case unknownService(String)
  case noAddress(service: String, environment: String?)
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
