import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPFailure {
  /// The failure for a platform's error.
  ///
  /// A cancellation counts as a lost connection: the engine's own cancellations are never reported, so something else
  /// has ended the request.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self.init(.network, "\(type(of: error))")
      return
    }
    self.init(Self.errorClass(of: error.code), "URLError \(error.errorCode)")
  }

  static func errorClass(of code: URLError.Code) -> ErrorClass {
    switch code {
    case .timedOut: .timeout
    // Linux reports `unsupportedURL` for an answer that is not HTTP.
    case .badURL, .unsupportedURL, .httpTooManyRedirects, .redirectToNonExistentLocation, .zeroByteResource,
      .cannotDecodeRawData, .cannotDecodeContentData, .cannotParseResponse, .dataLengthExceedsMaximum,
      .appTransportSecurityRequiresSecureConnection:
      .malformed
    case .userAuthenticationRequired, .userCancelledAuthentication: .client
    // Linux reports `badServerResponse` for a connection that was closed without an answer.
    default: .network
    }
  }
}
