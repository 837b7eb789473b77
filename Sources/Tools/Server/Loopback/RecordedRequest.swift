package struct RecordedRequest: Sendable {
  package var method: String
  /// The path as sent, still percent-encoded, without the query.
  package var path: String
  /// The query after the question mark, still percent-encoded; nil without one.
  package var query: String?
  /// The headers in order, with names as sent.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  let socket: Socket

  /// Whether the client has given up since.
  package var isAbandoned: Bool { socket.waitReadable(.zero) }

  /// The value of a header, whatever the case of its name; the first of several.
  package func header(_ name: String) -> String? {
    values(of: name.lowercased()).first
  }

  /// Whether its host is this machine with this port. A name that only a browser resolves to this machine
  /// (DNS rebinding) is not accepted.
  package func isForThisMachine(port: UInt16) -> Bool {
    let hosts = values(of: "host")
    return hosts.count == 1 && ["127.0.0.1:\(port)", "localhost:\(port)"].contains(hosts[0])
  }

  /// Whether it was not sent by a page of another origin.
  package var isSameOrigin: Bool {
    let host = header("host") ?? ""
    return values(of: "origin").allSatisfy { $0 == "http://\(host)" }
      && values(of: "sec-fetch-site").allSatisfy { ["same-origin", "none"].contains($0.lowercased()) }
  }

  private func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }
}
