/// A picture on an axis of time, independent of the canvas: rows with bars and marks, full-height lines, arrows.
///
/// It contains times and rows only. The canvas decides widths, places and colours.
struct Scene: Hashable, Sendable {
  var description: String
  /// The end of the axis, in nanoseconds; at least 1.
  var span: Int64
  var rows: [Row] = []
  /// Full-height lines; one beyond the axis is named at its end.
  var limits: [Limit] = []
  var arrows: [Arrow] = []
  var captionTitle: String?

  struct Row: Hashable, Sendable {
    var label: String
    /// The number of groups that contain it.
    var depth = 0
    var emphasis = Emphasis.plain
    var isCritical = false
    var bars: [Bar] = []
    var marks: [Mark] = []
    var caption: Caption?
    var details = Details()
  }

  enum Emphasis: Hashable, Sendable {
    case plain, strong, faint
  }

  /// A period. Of several bars at one place, the heaviest is drawn; of equal ones, the last.
  struct Bar: Hashable, Sendable {
    var sign: Sign
    var start: Int64
    var end: Int64
    var outcome = Outcome.succeeded
    var ending: Sign?
    /// The half of the row that it takes beside another bar; nil for the whole row.
    var half: Half?
    /// A number or a word within the bar.
    var label: String?
    /// Words after the bar, if there is room.
    var remark: String?
    var weight = 0
    var words: String?
  }

  enum Half: Hashable, Sendable {
    case upper, lower
  }

  struct Mark: Hashable, Sendable {
    var sign: Sign
    var time: Int64
    var outcome = Outcome.succeeded
    var weight = 0
    var words: String?
  }

  enum Outcome: Hashable, Sendable {
    case open, succeeded, recovered, failed, skipped, cancelled
  }

  struct Caption: Hashable, Sendable {
    /// Its sign; nil for none.
    var outcome: Outcome?
    /// The most important part first; the last ones are left out if there is little room.
    var parts: [String]
    /// A share from 0 to 1 that is drawn as a bar.
    var share: Double?
  }

  struct Limit: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
      case landing, deadline
      /// A landing on a page where the user cannot continue as usual.
      case badLanding = "bad-landing"
    }

    var kind: Kind
    var time: Int64
    var text: String
  }

  struct Arrow: Hashable, Sendable {
    var from: Int
    var leaves: Int64
    var to: Int
    var arrives: Int64
  }

  /// The details of a row, beyond its drawing.
  struct Details: Hashable, Sendable {
    struct Line: Hashable, Sendable {
      var label: String
      var text: String
    }

    var lines: [Line] = []
    var step: Int?
    /// The row of its group.
    var group: Int?
    /// The rows that it waits for, and those that wait for it.
    var related: [Int] = []
    var isNotable = false

    var text: String { lines.map { "\($0.label): \($0.text)" }.joined(separator: "; ") }
  }
}
