/// A place within a JSON value in the syntax of RFC 6901: `/data/0/name`; the empty pointer is the whole value.
package struct JSONPointer: Hashable, Sendable {
  /// The unescaped reference tokens, outermost first.
  package internal(set) var tokens: [String]

  /// The whole value.
  package static let whole = JSONPointer(tokens: [])

  /// Builds a pointer from unescaped tokens.
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
    guard text.unicodeScalars.first == "/" else { return nil }
    var tokens: [String] = []
    for part in text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      var token = String.UnicodeScalarView()
      var scalars = part.makeIterator()
      while let scalar = scalars.next() {
        guard scalar == "~" else {
          token.append(scalar)
          continue
        }
        switch scalars.next() {
        case "0": token.append("~")
        case "1": token.append("/")
        default: return nil
        }
      }
      tokens.append(String(token))
    }
    self.tokens = tokens
  }
}

extension JSONPointer {
  // Both are out of line: the rules call them at every place.

  /// The place one step further.
  @inline(never)
  package static func / (pointer: JSONPointer, token: String) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens + [token])
  }

  /// The place of an array's element.
  @inline(never)
  package static func / (pointer: JSONPointer, index: Int) -> JSONPointer {
    pointer / String(index)
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer with `~` and `/` escaped within its tokens.
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
