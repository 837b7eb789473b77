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

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
}
