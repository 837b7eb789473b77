extension Flow {
  /// Bytes that the app's own code makes, called by name.
  package struct Encoded: Hashable, Sendable {
    /// The encoder's name, by which the app's code is found.
    package var encoder: String
    /// The argument; its strings may contain references.
    package var input: JSONValue?
    /// The media type of the bytes; nil for bytes of no stated type.
    package var contentType: String?

    /// Names an encoder.
    package init(_ encoder: String, with input: JSONValue? = nil, contentType: String? = nil) {
      self.encoder = encoder
      self.input = input
      self.contentType = contentType
    }
  }

  /// One field of a form whose fields may be files.
  package struct Part: Hashable, Sendable {
    /// What a field holds.
    package enum Content: Hashable, Sendable {
      /// A plain value, or `{ "json": … }`; strings may contain references.
      case value(JSONValue)
      case encoded(Encoded)
    }

    /// The field's name.
    package var name: String
    /// What it holds.
    package var content: Content
    /// The name of the file, which makes the field one; it may contain references.
    package var fileName: String?

    /// Declares a field.
    package init(_ name: String, _ content: Content, fileName: String? = nil) {
      self.name = name
      self.content = content
      self.fileName = fileName
    }
  }
}

extension Flow.Request {
  /// What the app encodes for the request, with the paths below `http`.
  package var encodings: [(encoded: Flow.Encoded, tokens: [String])] {
    switch body {
    case .encoded(let encoded): [(encoded, [])]
    case .multipart(let parts):
      parts.compactMap { part in
        if case .encoded(let encoded) = part.content { (encoded, ["multipart", part.name]) } else { nil }
      }
    case .json, .form, .text, nil: []
    }
  }
}
