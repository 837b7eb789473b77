/// The default transport of engines and switches: libcurl on Linux, `URLSession` elsewhere.
///
/// On Linux, `URLSession` ends the process if a server closes a connection within the head of its answer, and a waiting
/// request keeps a processor busy.
package enum SystemTransport {
  package static let shared = make(bodyLimit: bodyLimit)

  /// The unpacked bytes that an answer's body may have, unless an app sets its own limit.
  package static let bodyLimit = 8 << 20

  /// A transport with a limit for the unpacked size of answers, in bytes.
  package static func limited(to bodyLimit: Int) -> any HTTPTransport {
    bodyLimit == self.bodyLimit ? shared : make(bodyLimit: bodyLimit)
  }

  private static func make(bodyLimit: Int) -> any HTTPTransport {
    #if os(Linux)
      if CurlLibrary.system != nil { return CurlTransport(bodyLimit: bodyLimit) }
    #endif
    return URLSessionTransport(bodyLimit: bodyLimit)
  }
}
