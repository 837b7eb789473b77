import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// The figures of a switch under several settings, one row each.
package struct SwitchTable: Sendable {
  /// A setting's value with its figures.
  package typealias Row = (value: String, figures: SwitchFigures)

  let table: Table

  package init(_ setting: String, _ rows: [Row]) {
    let titles = ["detect", "longest", "recover", "longest", "flips", "probes/h", "false", "missed"]
    table = Table(
      [setting] + titles.map { "#" + $0 },
      rows.map { row in
        let figures = row.figures
        let times = [figures.detect.mean, figures.detect.worst, figures.recover.mean, figures.recover.worst]
        let counts = [
          Self.count(figures.flipsPerRun), Self.count(figures.probesPerHour), "\(figures.falseOfflines)",
          "\(figures.missed)",
        ]
        return ([row.value] + times.map(Self.time) + counts).map { .words($0) }
      })
  }

  private static func time(_ time: Int64?) -> String {
    time.map { $0 == .max ? "never" : TimeText.short($0) } ?? "-"
  }

  /// A count with one decimal if it is not a whole number.
  private static func count(_ count: Double) -> String {
    let tenths = Int((count * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
