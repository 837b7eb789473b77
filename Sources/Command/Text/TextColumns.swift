/// Texts in columns, each as wide as its widest text.
enum TextColumns {
  static func text(_ rows: [[String]]) -> String { lines(rows).map { $0 + "\n" }.joined() }

  static func lines(_ rows: [[String]]) -> [String] {
    let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { padded($1, widths[$0]) }.joined(separator: "  ").trimmedAtEnd
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
