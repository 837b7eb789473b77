import Foundation
import Testing

@testable import LaunchFlow

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct URLErrorClassTests {
  @Test(arguments: [
    (URLError.Code.cancelled, ErrorClass.network), (.timedOut, .timeout), (.notConnectedToInternet, .network),
    (.networkConnectionLost, .network), (.dnsLookupFailed, .network), (.secureConnectionFailed, .network),
    (.cannotParseResponse, .malformed), (.userAuthenticationRequired, .client),
    (.appTransportSecurityRequiresSecureConnection, .malformed), (.cannotFindHost, .network),
  ])
  func `platform errors have a class`(_ code: URLError.Code, _ errorClass: ErrorClass) {
    #expect(HTTPFailure(URLError(code)).errorClass == errorClass)
  }
}
