import Foundation
import LaunchFlowMachine

/// One field of a form that is sent, such as a file with its name and type.
public struct UploadPart: Hashable, Sendable {
  /// The field's name.
  package var name: String
  /// The field's content. A file is read when it is sent.
  package var content: BodyContent
  /// The name of the file for the server; nil for a field that is not a file.
  package var fileName: String?
  /// The media type, `image/jpeg` for instance; nil for none.
  package var contentType: String?

  /// Describes a field.
  public init(_ name: String, _ content: BodyContent, fileName: String? = nil, contentType: String? = nil) {
    self.name = name
    self.content = content
    self.fileName = fileName
    self.contentType = contentType
  }

  /// Describes a field of text.
  public init(_ name: String, _ text: String) {
    self.init(name, .bytes(Array(text.utf8)))
  }
}

/// The fields of a form with files (multipart/form-data), as the body of a request.
struct UploadForm: Sendable {
  let parts: [UploadPart]
  /// The largest size of a body, in bytes.
  let limit: Int

  /// The request with the form as its body; the same request if there are no fields.
  ///
  /// - Throws: `HTTPFailure` of class `malformed`, which contains no value and no file name.
  func added(to request: HTTPRequest) throws(HTTPFailure) -> HTTPRequest {
    guard !parts.isEmpty else { return request }
    let boundary = Self.boundary()
    var request = request
    request.body = try body(boundary)
    request[header: "Content-Type"] = "multipart/form-data; boundary=\(boundary)"
    return request
  }

  /// 128 random bits as text, which no content contains. The answer does not depend on it.
  private static func boundary() -> String {
    let number = UInt128.random(in: 0...UInt128.max)
    return "launchflow-" + String(number, radix: 36)
  }

  private func body(_ boundary: String) throws(HTTPFailure) -> [UInt8] {
    var body: [UInt8] = []
    for part in parts {
      body += try Self.head(of: part, boundary).utf8
      body += try Self.read(part, limit: max(0, limit - body.count))
      body += "\r\n".utf8
      guard body.count <= limit else { throw tooLong }
    }
    body += "--\(boundary)--\r\n".utf8
    guard body.count <= limit else { throw tooLong }
    return body
  }

  private static func head(of part: UploadPart, _ boundary: String) throws(HTTPFailure) -> String {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(part.name))\""
    if let fileName = part.fileName { head += "; filename=\"\(quoted(fileName))\"" }
    if let type = part.contentType {
      // A line break would begin another header.
      guard type.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw HTTPFailure(.malformed, "the media type of the field \(part.name) contains a control character")
      }
      head += "\r\nContent-Type: \(type)"
    }
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

  private static func read(_ part: UploadPart, limit: Int) throws(HTTPFailure) -> [UInt8] {
    switch part.content {
    case .bytes(let bytes): return bytes
    case .file(let url):
      guard url.isFileURL else { throw HTTPFailure(.malformed, "the field \(part.name) has no file") }
      do throws(SystemFailure) {
        return try SystemFile.read(url.path(percentEncoded: false), limit: limit).bytes
      } catch {
        throw HTTPFailure(.malformed, "the file of the field \(part.name) cannot be read: \(error.reason)")
      }
    }
  }

  private var tooLong: HTTPFailure { HTTPFailure(.malformed, "a body of more than \(limit) bytes") }
}
