extension DocumentReader {
  package func string(_ node: Int?) -> String? {
    guard let node else { return nil }
    guard let text = json.string(of: node) else {
      mismatch("text", at: node)
      return nil
    }
    return filled(text)
  }

  /// A text of a repeated step with the element that is being read.
  func filled(_ text: String) -> String { element.map { Template.text(text, each: $0) } ?? text }

  package func bool(_ node: Int?) -> Bool? {
    guard let node else { return nil }
    guard case .bool(let value) = kind(node) == .bool ? json.value(of: node) : .null else {
      mismatch("true or false", at: node)
      return nil
    }
    return value
  }

  package func integer(_ node: Int?) -> Int? {
    guard let node else { return nil }
    guard case .integer(let value) = kind(node) == .number ? json.value(of: node) : .null else {
      if kind(node) == .number {
        report(.badValue, "expected a whole number", at: node)
      } else {
        mismatch("a whole number", at: node)
      }
      return nil
    }
    return Int(clamping: value)
  }

  package func reportWord(_ node: Int, among words: [String]) {
    let listed = words.map { "\"\($0)\"" }.joined(separator: ", ")
    guard let text = json.string(of: node) else { return mismatch("one of: \(listed)", at: node) }
    report(.badValue, "unknown word \"\(text)\"; expected one of: \(listed)", at: node)
  }
}
