/// A label that the app gives its launches: `network` is `wifi`.
///
/// A name and a word of at most 64 ASCII letters, digits, `.`, `_` and `-`, so that neither is a sentence or an address.
package struct LaunchLabel: Hashable, Sendable {
  /// What it says something about.
  package let name: String
  /// What it says.
  package let word: String

  /// The most labels of a launch; further ones are left out.
  package static let most = 8

  /// Makes a label; nil for a name or a word that has another character, or too many.
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
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
