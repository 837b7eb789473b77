import LaunchFlowAuthoring

/// Whole numbers with their nouns.
enum Counting {
  /// A count with its noun in the singular or plural: `1 state`, `12,345 states`, `2 launches`.
  static func text(_ count: Int, _ noun: String) -> String {
    grouped(count) + " " + noun + (count == 1 ? "" : noun.hasSuffix("ch") ? "es" : "s")
  }

  /// A count with commas between its thousands.
  static func grouped(_ count: Int) -> String {
    var text = ""
    for (index, digit) in String(count).reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

extension String {
  var trimmedAtEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }

  var visibleLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n")
  }

  /// The text in lines of at most this many columns, broken at spaces. A longer word keeps a line of its own.
  ///
  /// - Parameter indent: The spaces before each line, which count as columns.
  func wrapped(to width: Int, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin
      }
      line += (line.count > indent ? " " : "") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
