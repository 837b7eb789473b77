import Foundation
import LaunchFlowModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPFailure {
  /// Sorts a platform's error into its class.
  ///
  /// A cancellation stands for one that the engine did not order (it never hears of its own): something below
  /// took the request away, as a lost connection does.
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
    // Linux says `unsupportedURL` of an answer that is no HTTP.
    case .badURL, .unsupportedURL, .httpTooManyRedirects, .redirectToNonExistentLocation, .zeroByteResource,
      .cannotDecodeRawData, .cannotDecodeContentData, .cannotParseResponse, .dataLengthExceedsMaximum,
      .appTransportSecurityRequiresSecureConnection:
      .malformed
    case .userAuthenticationRequired, .userCancelledAuthentication: .client
    // `badServerResponse` is what Linux says of a connection that was closed without an answer.
    default: .network
    }
  }
}
