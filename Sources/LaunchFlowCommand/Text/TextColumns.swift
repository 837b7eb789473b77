/// Texts in columns, each as wide as its widest text.
enum TextColumns {
  /// The rows as lines.
  ///
  /// - Parameter headings: Each spans two columns after the first one.
  static func text(_ rows: [[String]], under headings: [String] = []) -> String {
    let columns = rows.map(\.count).max() ?? 0
    var widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    var first = headings.isEmpty ? "" : String(repeating: " ", count: widths[0])
    for (index, heading) in headings.enumerated() {
      let (left, right) = (1 + 2 * index, 2 + 2 * index)
      widths[right] = max(widths[right], heading.count - widths[left] - 2)
      first += "  " + padded(heading, widths[left] + 2 + widths[right])
    }
    let lines = rows.map { row in
      row.enumerated().map { padded($1, widths[$0]) }.joined(separator: "  ")
    }
    return ((headings.isEmpty ? [] : [first]) + lines).map { $0.trimmedAtEnd + "\n" }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
