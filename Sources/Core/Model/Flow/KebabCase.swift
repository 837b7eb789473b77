extension String {
  /// The most bytes of a name: pictures, pages and messages repeat it.
  package static let mostBytesOfName = 200

  /// Whether the text is words of lower-case letters and digits with single hyphens between them, a letter first.
  package var isKebabCase: Bool {
    var previous: UInt8?
    for byte in utf8 {
      switch byte {
      case 0x61...0x7A: break
      case 0x30...0x39: if previous == nil { return false }
      case 0x2D: if previous == nil || previous == 0x2D { return false }
      default: return false
      }
      previous = byte
    }
    return previous != nil && previous != 0x2D
  }

  /// The text in kebab case; nil if it has no letter or digit.
  package var kebabCased: String? {
    if isKebabCase { return self }
    var words = ""
    for scalar in unicodeScalars.prefix(200) {
      switch scalar {
      case "a"..."z", "0"..."9": words.unicodeScalars.append(scalar)
      case "A"..."Z":
        if let last = words.unicodeScalars.last, last != "-", !("A"..."Z").contains(last) { words += "-" }
        words += scalar.properties.lowercaseMapping
      case _ where scalar.properties.generalCategory == .nonspacingMark: break
      default:
        if let letter = scalar.plainLetter {
          words.unicodeScalars.append(letter)
        } else if !words.isEmpty, !words.hasSuffix("-") {
          words += "-"
        }
      }
    }
    while words.hasSuffix("-") { words.removeLast() }
    return words.isKebabCase ? words : nil
  }
}

extension Unicode.Scalar {
  /// The Latin letter beneath an accent, in lower case: `e` for `é`.
  fileprivate var plainLetter: Unicode.Scalar? {
    guard !isASCII, let words = properties.name?.split(separator: " "), words.count > 3, words[0] == "LATIN",
      words[2] == "LETTER", words[3].count == 1
    else { return nil }
    return words[3].lowercased().unicodeScalars.first
  }
}
