/// Reads markup as far as a test needs it: tags that match, attributes in quotes, no stray signs.
struct MarkupReader {
  private(set) var tags: [String] = []
  private(set) var text = ""
  private(set) var flaw: String?

  /// The elements of a page that never close.
  private static let empty: Set<String> = ["meta", "input"]

  /// Reads XML or HTML.
  init(_ markup: String) {
    var open: [Substring] = []
    var rest = Substring(markup)
    while let start = rest.firstIndex(of: "<"), flaw == nil {
      text += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(of: ">") else {
        flaw = "a tag without an end"
        return
      }
      let inner = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if inner.hasPrefix("!") { continue }
      if inner.hasPrefix("/") {
        if open.popLast() != inner.dropFirst() { flaw = "</\(inner.dropFirst())> ends what it did not begin" }
        continue
      }
      if inner.count(where: { $0 == "\"" }) % 2 != 0 { flaw = "quotes in <\(inner)>" }
      let name = inner.prefix { $0 != " " && $0 != "/" && $0 != "\n" }
      tags.append(String(name))
      if inner.hasSuffix("/") || Self.empty.contains(String(name)) { continue }
      // What stands in a style sheet or a script is no markup.
      if name == "style" || name == "script" {
        let close = "</\(name)>"
        guard let stop = rest.firstRange(of: close) else {
          flaw = "<\(name)> never ends"
          return
        }
        rest = rest[stop.upperBound...]
        continue
      }
      open.append(name)
    }
    text += rest
    if flaw == nil, let last = open.last { flaw = "<\(last)> never ends" }
  }
}
