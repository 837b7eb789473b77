/// The difference of two texts that `patch -p1` and `git apply` understand.
struct UnifiedDifference {
  private enum Line {
    case same(Int, Int)
    case old(Int)
    case new(Int)
  }

  private let path: String
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  private static let context = 3
  /// The maximal number of compared pairs of lines; if more differ, all of them are replaced.
  private static let mostPairs = 4_000_000

  /// - Parameter path: The file's path; a leading `/` is left out.
  init(path: String, from old: [UInt8], to new: [UInt8]) {
    self.path = String(path.drop { $0 == "/" })
    self.old = Self.lines(old)
    self.new = Self.lines(new)
  }

  /// The difference; empty for equal texts.
  var text: String {
    let script = script
    let changes = script.indices.filter { if case .same = script[$0] { false } else { true } }
    guard let first = changes.first else { return "" }
    var text = "--- a/\(path)\n+++ b/\(path)\n"
    var start = first
    var last = first
    for change in changes.dropFirst() {
      if change - last > 2 * Self.context {
        text += hunk(script, start...last)
        start = change
      }
      last = change
    }
    return text + hunk(script, start...last)
  }

  private func hunk(_ script: [Line], _ changes: ClosedRange<Int>) -> String {
    let from = max(0, changes.lowerBound - Self.context)
    let to = min(script.count - 1, changes.upperBound + Self.context)
    var (before, after) = (0, 0)
    for line in script[..<from] {
      switch line {
      case .same: (before, after) = (before + 1, after + 1)
      case .old: before += 1
      case .new: after += 1
      }
    }
    var (oldCount, newCount, body) = (0, 0, "")
    for line in script[from...to] {
      switch line {
      case .same(let place, _):
        (oldCount, newCount) = (oldCount + 1, newCount + 1)
        body += " " + Self.text(old[place])
      case .old(let place):
        oldCount += 1
        body += "-" + Self.text(old[place])
      case .new(let place):
        newCount += 1
        body += "+" + Self.text(new[place])
      }
      if body.utf8.last != 0x0A { body += "\n\\ No newline at end of file\n" }
    }
    func start(_ before: Int, _ count: Int) -> Int { count == 0 ? before : before + 1 }
    return "@@ -\(start(before, oldCount)),\(oldCount) +\(start(after, newCount)),\(newCount) @@\n" + body
  }

  /// Both texts as one list of lines: the common lines, and between them the old before the new ones.
  private var script: [Line] {
    let shorter = min(old.count, new.count)
    let head = (0..<shorter).prefix { old[$0] == new[$0] }.count
    let tail = (0..<shorter - head).prefix { old[old.count - 1 - $0] == new[new.count - 1 - $0] }.count
    let (olds, news) = (head..<old.count - tail, head..<new.count - tail)
    var (removed, inserted) = (Set(olds), Set(news))
    if olds.count * news.count <= Self.mostPairs {
      let difference = new[news].difference(from: old[olds])
      removed = Set(difference.removals.map { head + $0.offset })
      inserted = Set(difference.insertions.map { head + $0.offset })
    }
    var lines: [Line] = []
    var (row, column) = (0, 0)
    while row < old.count || column < new.count {
      if removed.contains(row) {
        lines.append(.old(row))
        row += 1
      } else if inserted.contains(column) {
        lines.append(.new(column))
        column += 1
      } else {
        lines.append(.same(row, column))
        (row, column) = (row + 1, column + 1)
      }
    }
    return lines
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

  private static func text(_ line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
