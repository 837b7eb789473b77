/// A difference of two texts for `patch -p1` and `git apply`: one part, from the first line that differs to the last.
struct UnifiedDifference {
  private let path: String
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  private static let context = 3

  /// - Parameter path: The file's path; a leading `/` is left out.
  init(path: String, from old: [UInt8], to new: [UInt8]) {
    self.path = String(path.drop { $0 == "/" })
    self.old = Self.lines(old)
    self.new = Self.lines(new)
  }

  /// The difference; empty for equal texts.
  var text: String {
    let shorter = min(old.count, new.count)
    let head = (0..<shorter).prefix { old[$0] == new[$0] }.count
    guard head < max(old.count, new.count) else { return "" }
    let tail = (0..<shorter - head).prefix { old[old.count - 1 - $0] == new[new.count - 1 - $0] }.count
    let (before, after) = (max(0, head - Self.context), min(tail, Self.context))
    let (olds, news) = (old[before..<old.count - tail + after], new[before..<new.count - tail + after])
    return "--- a/\(path)\n+++ b/\(path)\n@@ -\(Self.range(olds)) +\(Self.range(news)) @@\n"
      + Self.text(old[before..<head], " ") + changes(head..<old.count - tail, head..<new.count - tail)
      + Self.text(old[(old.count - tail)...].prefix(after), " ")
  }

  /// The lines that differ. Where as many lines take the place of others, each is compared with its own.
  private func changes(_ olds: Range<Int>, _ news: Range<Int>) -> String {
    guard olds.count == news.count else { return Self.text(old[olds], "-") + Self.text(new[news], "+") }
    var text = ""
    var place = olds.lowerBound
    while place < olds.upperBound {
      let isSame = old[place] == new[place]
      let end = (place..<olds.upperBound).first { (old[$0] == new[$0]) != isSame } ?? olds.upperBound
      let run = place..<end
      text += isSame ? Self.text(old[run], " ") : Self.text(old[run], "-") + Self.text(new[run], "+")
      place = end
    }
    return text
  }

  private static func range(_ lines: ArraySlice<ArraySlice<UInt8>>) -> String {
    "\(lines.isEmpty ? lines.startIndex : lines.startIndex + 1),\(lines.count)"
  }

  private static func text(_ lines: ArraySlice<ArraySlice<UInt8>>, _ sign: String) -> String {
    lines.map { line in
      let text = sign + String(decoding: line, as: UTF8.self)
      return line.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
    }.joined()
  }

  /// The lines with their ends. Bytes are compared: two spellings of one letter differ.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }
}
