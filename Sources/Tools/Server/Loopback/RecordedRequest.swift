/// A request as it came in.
package struct RecordedRequest: Sendable {
  package var method: String
  /// The path as it was sent, still percent-encoded, without the query.
  package var path: String
  /// The query after the question mark, still percent-encoded; nil without one.
  package var query: String?
  /// The headers in order, names as they were sent.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  /// The number of the connection that it came on, from 0.
  package var connection: Int

  /// The value of a header, whatever its name's case; the first of several.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether it names this machine and a port as its host. A name that leads to this machine only for a browser (DNS
  /// rebinding) is not among the accepted ones.
  package func isForThisMachine(port: UInt16) -> Bool {
    let hosts = values(of: "host")
    return hosts.count == 1 && ["127.0.0.1:\(port)", "localhost:\(port)"].contains(hosts[0])
  }

  /// Whether no page of another origin has sent it.
  package var isOfOwnOrigin: Bool {
    let host = header("host") ?? ""
    return values(of: "origin").allSatisfy { $0 == "http://\(host)" }
      && values(of: "sec-fetch-site").allSatisfy { ["same-origin", "none"].contains($0.lowercased()) }
  }

  private func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  package var text: String { String(decoding: body, as: UTF8.self) }
}
