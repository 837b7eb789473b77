/// The transport of all engines and switches that are given none: libcurl on Linux, `URLSession` elsewhere.
///
/// On Linux `URLSession` ends the process when a server closes a connection within the head of its answer, and a
/// request that waits keeps a processor busy.
package enum SystemTransport {
  package static let shared = limited(to: 8 << 20)

  /// A transport whose answers have at most so many unpacked bytes.
  package static func limited(to bodyLimit: Int) -> any HTTPTransport {
    #if os(Linux)
      if CurlLibrary.system != nil { return CurlTransport(bodyLimit: bodyLimit) }
    #endif
    return URLSessionTransport(bodyLimit: bodyLimit)
  }
}
