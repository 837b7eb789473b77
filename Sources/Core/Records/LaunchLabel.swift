/// A label that the app gives its launches, such as `network` with the word `wifi`.
///
/// Name and word have at most 64 ASCII letters, digits, `.`, `_` and `-`, so that neither can be a sentence or an
/// address.
package struct LaunchLabel: Hashable, Sendable {
  package let name: String
  package let word: String

  /// The most labels of a launch; further ones are left out.
  package static let most = 8

  package init?(_ name: String, _ word: String) {
    guard Self.isWord(name), Self.isWord(word) else { return nil }
    self.name = name
    self.word = word
  }

  /// The labels of a dictionary by name, without those that cannot be labels.
  package static func list(_ labels: [String: String]) -> [LaunchLabel] {
    Array(labels.compactMap { LaunchLabel($0.key, $0.value) }.sorted { $0.name < $1.name }.prefix(most))
  }

  private static func isWord(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}
