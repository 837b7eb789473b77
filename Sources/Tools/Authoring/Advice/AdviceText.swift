/// The advice for messages, by code and message, and the words of other tools. The texts are in `advice.txt`.
struct AdviceText: Sendable {
  struct Entry: Sendable {
    /// The fixed parts of the message.
    let literals: [Substring]
    /// The first line with a result is used.
    fileprivate(set) var lines: [Substring] = []

    /// Whether its advice depends on the value at fault.
    var isComputed: Bool { lines.contains { $0.hasPrefix("@") } }
  }

  /// By code; the entries of "*" are for any code.
  private(set) var messages: [Substring: [Entry]] = [:]
  /// The keys that an author may mean by a word of another tool.
  private(set) var keys: [Substring: [String]] = [:]
  /// The advice for words that no single key replaces, each with a key of the object that has the word.
  private(set) var sentences: [(key: String, words: [Substring], sentence: String)] = []
  /// By words of other tools: the statuses.
  private(set) var statuses: [Substring: String] = [:]
  /// By other names: the units of time.
  private(set) var units: [Substring: String] = [:]

  static let all = AdviceText(AuthoringFiles.adviceAdviceTxt)

  private init(_ text: String) {
    var section = Substring()
    var code = Substring()
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("[") {
        section = line
      } else if line.hasPrefix("  ") {
        let advice = line.dropFirst(2)
        if section == "[messages]", let last = messages[code]?.indices.last {
          messages[code]?[last].lines.append(advice)
        } else if let last = sentences.indices.last {
          sentences[last].sentence = String(advice)
        }
      } else if section == "[messages]" {
        code = line.prefix { $0 != " " }
        let pattern = line.dropFirst(code.count + 1)
        messages[code, default: []].append(
          Entry(literals: pattern.split(separator: "*", omittingEmptySubsequences: false)))
      } else {
        let words = line.split { $0 == " " || $0 == ":" }
        add(String(words[0]), Array(words.dropFirst()), to: section)
      }
    }
  }

  private mutating func add(_ name: String, _ words: [Substring], to section: Substring) {
    if section == "[sentences]" { return sentences.append((name, words, "")) }
    for word in words {
      switch section {
      case "[keys]": keys[word, default: []].append(name)
      case "[statuses]": statuses[word] = name
      default: units[word] = name
      }
    }
  }
}

extension AdviceText.Entry {
  /// The texts between the literals; nil for another message.
  func texts(in message: String) -> [Substring]? {
    guard let first = literals.first, let last = literals.last, message.hasPrefix(first) else { return nil }
    var rest = message.dropFirst(first.count)
    guard literals.count > 1 else { return rest.isEmpty ? [] : nil }
    var texts: [Substring] = []
    for literal in literals.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: literal) else { return nil }
      texts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    guard rest.hasSuffix(last) else { return nil }
    return texts + [rest.dropLast(last.count)]
  }
}
