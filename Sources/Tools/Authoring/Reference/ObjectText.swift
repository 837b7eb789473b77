/// The texts of editors and the reference about an object of the format and its keys. They are in `keys.txt`.
package struct ObjectText: Sendable {
  /// The object in a sentence, such as `a retry`.
  package let title: String
  /// The keys with their texts, in file order.
  package fileprivate(set) var keys: [(name: String, text: KeyText)]

  package struct KeyText: Sendable {
    /// One or two sentences.
    package let meaning: String
    package let examples: [JSONValue]
  }

  package subscript(key: String) -> KeyText? { keys.first { $0.name == key }?.text }

  package static let all: [DeclaredObject: ObjectText] = {
    var texts: [DeclaredObject: ObjectText] = [:]
    var current: DeclaredObject?
    let text = AuthoringFiles.referenceKeysTxt.replacing("\n  ", with: " ")
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        let words = line[..<end].dropFirst().split(separator: " ")
        current = words.first.flatMap { DeclaredObject(rawValue: String($0)) }
        let base = words.count == 3 ? DeclaredObject(rawValue: String(words[2])).flatMap { texts[$0] } : nil
        current.map {
          texts[$0] = ObjectText(title: String(line[end...].dropFirst(2)), keys: base?.keys ?? [])
        }
      } else if let current {
        let parts = line.split(separator: ": ", maxSplits: 1)
        texts[current]?.keys.append((String(parts[0]), KeyText(parts.count > 1 ? parts[1] : "")))
      }
    }
    return texts
  }()
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
