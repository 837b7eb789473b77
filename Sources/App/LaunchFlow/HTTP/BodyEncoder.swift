import Foundation
import LaunchFlowMachine
import LaunchFlowModel

/// Turns a request's body into bytes: calls the app's encoders, reads files, and joins the fields of a form.
struct BodyEncoder: Sendable {
  /// The app's own code for one kind of body, as it is kept, for the reason that an action is.
  struct Encoder: Sendable {
    let body: nonisolated(nonsending) @Sendable (JSONValue?) async throws -> BodyContent
  }

  let encoders: [String: Encoder]
  /// The most bytes of a body.
  let limit: Int

  /// The request with its body.
  ///
  /// - Throws: `HTTPFailure` of class `malformed`, which names no value and no file.
  nonisolated(nonsending) func encoded(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPRequest {
    var encoded = request
    encoded.unencodedBody = nil
    switch request.unencodedBody {
    case nil: break
    case .encoded(let encoding): encoded.body = try await bytes(encoding, upTo: limit)
    case .parts(let parts):
      let boundary = Self.boundary()
      encoded.body = try await form(parts, boundary)
      encoded[header: "Content-Type"] = "multipart/form-data; boundary=\(boundary)"
    }
    return encoded
  }

  /// A text that no content contains: 128 random bits. The answer cannot depend on it.
  private static func boundary() -> String {
    let number = UInt128.random(in: 0...UInt128.max)
    return "launchflow-" + String(number, radix: 36)
  }

  nonisolated(nonsending) private func form(
    _ parts: [UnencodedBody.Part], _ boundary: String
  ) async throws(HTTPFailure) -> [UInt8] {
    var body: [UInt8] = []
    for part in parts {
      body += Self.head(of: part, boundary).utf8
      switch part.content {
      case .bytes(let bytes): body += bytes
      case .encoding(let encoding): body += try await bytes(encoding, upTo: limit - body.count)
      }
      body += "\r\n".utf8
      guard body.count <= limit else { throw tooLong }
    }
    body += "--\(boundary)--\r\n".utf8
    guard body.count <= limit else { throw tooLong }
    return body
  }

  private static func head(of part: UnencodedBody.Part, _ boundary: String) -> String {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(part.name))\""
    if let fileName = part.fileName { head += "; filename=\"\(quoted(fileName))\"" }
    if let type = part.contentType { head += "\r\nContent-Type: \(type)" }
    return head + "\r\n\r\n"
  }

  /// A name within quotes, as browsers write it (HTML, "multipart form data"), so that it cannot end its header.
  private static func quoted(_ name: String) -> String {
    var quoted = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      case "\0": quoted += "%00"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  nonisolated(nonsending) private func bytes(
    _ encoding: UnencodedBody.Encoding, upTo limit: Int
  ) async throws(HTTPFailure) -> [UInt8] {
    guard let encoder = encoders[encoding.encoder] else {
      throw HTTPFailure(.malformed, "the encoder \(encoding.encoder) is not registered")
    }
    let content: BodyContent
    do {
      content = try await encoder.body(encoding.input)
    } catch {
      throw HTTPFailure(.malformed, "the encoder \(encoding.encoder) failed")
    }
    let bytes = try Self.read(content, of: encoding.encoder, limit: max(0, limit))
    guard bytes.count <= limit else { throw tooLong }
    return bytes
  }

  private static func read(
    _ content: BodyContent, of encoder: String, limit: Int
  ) throws(HTTPFailure) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .file(let url):
      guard url.isFileURL else { throw HTTPFailure(.malformed, "the encoder \(encoder) gave no file") }
      do throws(SystemFailure) {
        return try SystemFile.read(url.path(percentEncoded: false), limit: limit).bytes
      } catch {
        throw HTTPFailure(.malformed, "the file of the encoder \(encoder) cannot be read: \(error.reason)")
      }
    }
  }

  private var tooLong: HTTPFailure { HTTPFailure(.malformed, "a body of more than \(limit) bytes") }
}
