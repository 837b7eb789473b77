import LaunchFlowModel

/// A body that is not bytes yet: the app's own code encodes it, or parts of it, before the request is sent.
package enum UnencodedBody: Hashable, Sendable {
  /// The whole body.
  case encoded(Encoding)
  /// A form whose fields may be files.
  case parts([Part])

  /// A call of an encoder.
  package struct Encoding: Hashable, Sendable {
    /// The encoder's name.
    package var encoder: String
    /// Its argument, with all references filled in.
    package var input: JSONValue?
  }

  /// One field of a form.
  package struct Part: Hashable, Sendable {
    /// What a field holds.
    package enum Content: Hashable, Sendable {
      case bytes([UInt8])
      case encoding(Encoding)
    }

    package var name: String
    package var content: Content
    package var fileName: String?
    package var contentType: String?
  }
}

extension RequestRenderer {
  func encoding(_ encoded: Flow.Encoded) throws(RequestFlaw) -> UnencodedBody.Encoding {
    guard let input = encoded.input else { return UnencodedBody.Encoding(encoder: encoded.encoder) }
    return UnencodedBody.Encoding(encoder: encoded.encoder, input: try filled(input) ?? .null)
  }

  /// The fields with their texts; one that is left out has none, and one whose value is a list has several.
  func parts(_ parts: [Flow.Part]) throws(RequestFlaw) -> [UnencodedBody.Part] {
    var rendered: [UnencodedBody.Part] = []
    for part in parts {
      switch part.content {
      case .value(let value):
        let type = value.embeddedJSON == nil ? nil : "application/json"
        for text in try texts(value) {
          rendered.append(.init(name: part.name, content: .bytes(Array(text.utf8)), contentType: type))
        }
      case .encoded(let encoded):
        rendered.append(
          UnencodedBody.Part(
            name: part.name, content: .encoding(try encoding(encoded)),
            fileName: try part.fileName.flatMap { text throws(RequestFlaw) in try filled(text) },
            contentType: encoded.contentType))
      }
    }
    return rendered
  }
}
