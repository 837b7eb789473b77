/// Swift's names for the kebab-case names of a flow.
enum SwiftName {
  /// The name of a type: `rider-launch` becomes `RiderLaunch`.
  static func type(_ name: String) -> String {
    let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return escaped(words.joined())
  }

  /// The name of a property: `signed-in` becomes `signedIn`.
  static func property(_ name: String) -> String {
    let words = name.split(separator: "-")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return escaped((words.first.map(String.init) ?? "") + rest.joined())
  }

  /// The names of several properties. Names that differ only in their hyphens get a number.
  static func properties(_ names: [String], avoiding taken: Set<String> = []) -> [String] {
    var used = taken
    return names.map { name in
      let plain = property(spelled(name))
      var unique = plain
      var number = 2
      while !used.insert(unique).inserted {
        unique = escaped(plain.filter { $0 != "`" } + "_\(number)")
        number += 1
      }
      return unique
    }
  }

  /// The name with its forbidden characters as word separators. An action's name may be any text.
  private static func spelled(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Character in
      let isAllowed = scalar.properties.isXIDContinue && scalar.isASCII
      return isAllowed ? Character(scalar) : "-"
    }
    let words = String(scalars).split(separator: "-").joined(separator: "-")
    let isFine = words.first.map { $0.isLetter || $0 == "_" } ?? false
    return isFine ? words : "_" + words
  }

  private static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol",
    "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super",
    "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Any", "Type", "Protocol",
  ]
}

extension String {
  /// The text as a Swift string literal. Nothing in it can end the literal.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.generalCategory == .format
        || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator:
        literal += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// The text in one line, for a comment.
  var swiftComment: String {
    String(
      split(whereSeparator: \.isNewline).joined(separator: " ").unicodeScalars.filter { $0.value >= 0x20 })
  }
}
