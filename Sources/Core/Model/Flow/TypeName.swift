extension String {
  /// Whether the text names a type of the app's own code: words that start with a capital letter, joined by full stops,
  /// or a list of such a type.
  package var isTypeName: Bool {
    var name = self[...]
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
      guard let first = word.utf8.first, (0x41...0x5A).contains(first) else { return false }
      return word.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
      }
    }
  }
}
