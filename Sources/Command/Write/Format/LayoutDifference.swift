import LaunchFlowAuthoring
import LaunchFlowModel

/// The first line of a file that its canonical layout would change.
struct LayoutDifference {
  private let name: String
  /// The first line that differs, from 0.
  private let line: Int
  private let old: String?
  private let new: String?
  /// The maximal number of different lines: those between the common start and the common end.
  private let count: Int

  init(from source: SourceText, to text: [UInt8]) {
    name = source.name.visible
    let old = Self.lines(source.bytes)
    let new = Self.lines(text)
    let shorter = min(old.count, new.count)
    let first = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let same = (0..<shorter - first).prefix { old[old.count - 1 - $0] == new[new.count - 1 - $0] }.count
    line = first
    self.old = first < old.count ? Self.shown(old[first]) : nil
    self.new = first < new.count ? Self.shown(new[first]) : nil
    count = max(old.count, new.count) - first - same
  }

  /// The file's name with the first changed line, before and after.
  func text(width: Int) -> String {
    let rest = count > 1 ? ", and up to \(count - 1) more" : ""
    return "\(name):\(line + 1): would change\(rest)\n"
      + "  - \(Self.cut(old ?? "(the end of the file)", to: width - 4))\n"
      + "  + \(Self.cut(new ?? "(the end of the file)", to: width - 4))\n"
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  /// A line with visible forms of its invisible characters.
  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    var text = ""
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{FEFF}": text += "\\ufeff"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text = text.visible
    let blanks = text.reversed().prefix { $0 == " " }.count
    return text.dropLast(blanks) + String(repeating: "·", count: blanks)
  }

  private static func cut(_ text: String, to width: Int) -> String {
    text.displayWidth <= width ? text : text.prefix(max(0, width - 1)) + "…"
  }
}
