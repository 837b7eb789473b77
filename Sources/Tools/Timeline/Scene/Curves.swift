/// The cumulative share of landed runs over time, from 0 to 1.
package struct ShareCurve: Sendable {
  /// Times are in nanoseconds.
  package let points: [(time: Int64, share: Double)]

  package init(points: [(time: Int64, share: Double)]) { self.points = points }

  /// The share of runs that had landed by a time: that of the last point up to it.
  package func share(by time: Int64) -> Double {
    let later = points.partitionPoint(where: { $0.time > time })
    return later > 0 ? points[later - 1].share : 0
  }
}

/// Cumulative curves on one axis of time, independent of the canvas.
struct Curves: Sendable {
  struct Series: Sendable {
    var name: String
    var curve: ShareCurve
    var marks: [Mark] = []
  }

  /// A percentile on a curve.
  struct Mark: Hashable, Sendable {
    var names: [String]
    var time: Int64
    var share: Double
    /// The view that a click opens.
    var view: String?

    var name: String { names.joined(separator: ", ") }
  }

  /// A full-height line, with the share of the first series there if it is known exactly.
  struct Limit: Hashable, Sendable {
    var time: Int64
    var text: String
    var share: Double?
  }

  let description = "Number of landed runs over time"
  /// The first is the strongest.
  var series: [Series]
  private(set) var limits: [Limit]
  /// The end of the axis, in nanoseconds: at the latest landing, or at a limit shortly after it.
  private(set) var span: Int64
  private let latest: Int64

  init(_ series: [Series], limits: [Limit]) {
    self.series = series
    let latest = max(1, series.compactMap { $0.curve.points.last?.time }.max() ?? 1)
    self.latest = latest
    self.limits = limits.filter { $0.time > 0 && $0.time / 3 <= latest / 2 }
    span = max(latest, self.limits.map(\.time).max() ?? 1)
  }

  /// Each series at round times and at the limits, for a medium without curves.
  var table: Table {
    let step = TimeAxis.roundSteps.first { (latest - 1) / $0 < 12 } ?? latest
    var times = (1...((latest - 1) / step + 1)).map { $0 * step }
    for limit in limits where !times.contains(limit.time) {
      times.insert(limit.time, at: times.firstIndex { $0 > limit.time } ?? times.count)
    }
    let titles = series.count > 1 ? series.map(\.name) : [""]
    let hasNotes = series.contains { !$0.marks.isEmpty } || series.count == 1
    var table = Table(["#"] + titles + (hasNotes ? [""] : []))
    for (index, time) in times.enumerated() {
      let from = index > 0 ? times[index - 1] : -1
      var row = [Table.Cell.words("by \(TimeText.tick(time, span: times.last ?? 1))")]
      let limit = limits.first { $0.time == time }
      for (place, entry) in series.enumerated() {
        let share = (place == 0 ? limit?.share : nil) ?? entry.curve.share(by: time)
        let isLate = limits.count == 1 && time > limits[0].time
        row.append(.share(share, isLate ? .bad : place == 0 && series.count > 1 ? .work : .good))
      }
      if hasNotes {
        let names = series.flatMap(\.marks).filter { $0.time > from && $0.time <= time }.flatMap(\.names)
        row.append(
          .words(
            names.joined(separator: " ") + (limit == nil ? "" : names.isEmpty ? "deadline" : " deadline"),
            limit == nil ? .plain : .deadline))
      }
      table.rows.append(row)
    }
    return table
  }
}
