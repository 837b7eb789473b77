/// Rows of words, figures and small bars.
struct Table: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    var title: String
    /// Whether its cells are aligned at their ends.
    var isFigure: Bool
  }

  enum Cell: Hashable, Sendable {
    case words(Words)
    /// A share from 0 to 1, as a bar and in percent.
    case share(Double, Tone)
    /// A bar from -1 to 1: less is to the left and good, more is to the right and bad.
    case difference(Double)

    static func words(_ text: String?, _ tone: Tone = .plain) -> Cell { .words(Words(text ?? "", tone)) }
  }

  var columns: [Column]
  /// One cell a column; a row without cells keeps two parts of the table apart.
  var rows: [[Cell]] = []
  /// The left-out rows, in words.
  var rest: String?

  /// Titles; those of columns of figures begin with `#`.
  init(_ titles: [String], _ rows: [[Cell]] = []) {
    columns = titles.map { title in
      title.first == "#"
        ? Column(title: String(title.dropFirst()), isFigure: true)
        : Column(title: title, isFigure: false)
    }
    self.rows = rows
  }

  /// Both tables as one, with the columns of the second.
  func above(_ other: Table) -> Table {
    var table = other
    table.rows = rows + [[]] + other.rows
    return table
  }
}
