import LaunchFlowModel

/// What editors and the reference say about an object of the format and its keys.
package struct ObjectText: Sendable {
  /// The object in a sentence, such as `a retry`.
  package let title: String
  /// The keys with their texts, but for those of `base`.
  private let own: [(name: String, text: KeyText)]
  /// An object whose keys, with the same texts, this one has, too.
  private let base: DeclaredObject?

  /// The text about a key.
  package struct KeyText: Sendable {
    /// One or two sentences.
    package let meaning: String
    package let examples: [JSONValue]
  }

  /// Takes a text with a line for each key: its name, what it means, and after `e.g.` examples as JSON. A line that
  /// is indented continues the one before.
  ///
  /// - Parameter base: An object whose keys, with the same texts, this one has, too.
  init(_ title: String, basedOn base: DeclaredObject? = nil, _ text: String) {
    self.title = title
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(" "), let last = lines.popLast() {
        lines.append(last + " " + line.drop { $0 == " " })
      } else {
        lines.append(String(line))
      }
    }
    self.base = base
    own = lines.map { line in
      let parts = line.split(separator: ": ", maxSplits: 1)
      return (String(parts.first ?? ""), KeyText(parts.count > 1 ? parts[1] : ""))
    }
  }

  /// The keys with their texts.
  package var keys: [(name: String, text: KeyText)] {
    (base.flatMap { Self.all[$0] }?.keys ?? []) + own
  }

  /// The text about a key.
  package subscript(key: String) -> KeyText? { keys.first { $0.name == key }?.text }

  /// The texts of all objects.
  package static let all: [DeclaredObject: ObjectText] = [
    flow, step, service, scenario, offlineSwitch, switchScenario,
  ]
  .reduce(into: [:]) { all, texts in all.merge(texts) { first, _ in first } }
}

extension ObjectText.KeyText {
  fileprivate init(_ text: Substring) {
    let parts = text.split(separator: " e.g. ", maxSplits: 1)
    meaning = String(parts.first ?? "")
    examples =
      parts.count > 1
      ? parts[1].split(separator: " or ").compactMap { try? JSONValue(parsing: String($0)) } : []
  }
}

extension DeclaredObject {
  /// The object in a sentence, such as `a retry`.
  package var title: String { ObjectText.all[self]?.title ?? rawValue }
}
