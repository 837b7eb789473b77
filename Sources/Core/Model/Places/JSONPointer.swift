/// A place within a JSON value in the syntax of RFC 6901: `/data/0/name`; the empty pointer is the whole value.
package struct JSONPointer: Hashable, Sendable {
  /// The unescaped reference tokens, outermost first.
  package internal(set) var tokens: [String]

  package static let whole = JSONPointer(tokens: [])

  package init(tokens: [String]) {
    self.tokens = tokens
  }

  /// Reads a pointer in the syntax of RFC 6901; nil if it is neither empty nor starts with `/`, or if a `~` comes
  /// before anything but `0` or `1`.
  package init?(_ text: String) {
    guard !text.isEmpty else {
      self = .whole
      return
    }
    var bytes = text.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    var token: [UInt8] = []
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "/"):
        tokens.append(String(decoding: token, as: UTF8.self))
        token = []
      case UInt8(ascii: "~"):
        switch bytes.next() {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: return nil
        }
      default: token.append(byte)
      }
    }
    self.tokens = tokens + [String(decoding: token, as: UTF8.self)]
  }
}

extension JSONPointer {
  // Both are out of line: the rules call them at every place.

  @inline(never)
  package static func / (pointer: JSONPointer, token: String) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens + [token])
  }

  @inline(never)
  package static func / (pointer: JSONPointer, index: Int) -> JSONPointer {
    pointer / String(index)
  }
}

extension JSONPointer: CustomStringConvertible {
  package var description: String {
    var text = ""
    for token in tokens {
      text += "/"
      for character in token.unicodeScalars {
        switch character {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(character)
        }
      }
    }
    return text
  }
}
