import LaunchFlowMachine
import LaunchFlowModel

/// The figures of a switch under several settings, one row each.
public enum SwitchTable {
  /// A setting with what came of it.
  public struct Row: Hashable, Sendable {
    /// What the setting was.
    public var value: String
    /// What came of it.
    public var figures: SwitchFigures

    /// Pairs a setting with its figures.
    public init(_ value: String, _ figures: SwitchFigures) {
      self.value = value
      self.figures = figures
    }
  }

  /// The table, with a line end after each line.
  ///
  /// - Parameters:
  ///   - setting: What the rows differ in, for the first column's head.
  ///   - rows: The rows, in order.
  ///   - isASCII: Whether only ASCII is written.
  public static func text(_ setting: String, _ rows: [Row], isASCII: Bool = false) -> String {
    let time = { (nanoseconds: Int64?) in
      nanoseconds.map { TimeText.short($0, ascii: isASCII) } ?? "-"
    }
    let head = [
      setting, "detect", "longest", "recover", "longest", "flips", "probes/h", "false", "missed",
    ]
    let body = rows.map { row -> [String] in
      let figures = row.figures
      return [
        row.value, time(figures.detect.mean), time(figures.detect.max), time(figures.recover.mean),
        time(figures.recover.max), count(figures.flipsPerRun), count(figures.probesPerHour),
        "\(figures.falseOfflines)", "\(figures.missed)",
      ]
    }
    let table = [head] + body
    let widths = head.indices.map { column in table.map { $0[column].displayWidth }.max() ?? 0 }
    return table.reduce(into: "") { text, cells in
      let padded = cells.indices.map { column -> String in
        let blanks = String(repeating: " ", count: widths[column] - cells[column].displayWidth)
        return column == 0 ? cells[column] + blanks : blanks + cells[column]
      }
      text += padded.joined(separator: "  ") + "\n"
    }
  }

  /// One decimal, where it is not a whole number.
  private static func count(_ count: Double) -> String {
    let tenths = Int((count * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
