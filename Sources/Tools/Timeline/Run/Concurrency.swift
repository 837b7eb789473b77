import LaunchFlowMachine
import LaunchFlowModel

/// The concurrency of a run: the attempts in flight over time, the steps that held each lane, and the number
/// of steps that waited for it.
struct Concurrency {
  private let chart: RunChart
  private var end: Int64 { chart.summary.end }

  /// The maximal number of periods in a row of counts; more are joined, each with its highest count.
  private static let stretches = 300
  /// The maximal number of rows for lanes.
  private static let rows = 60
  /// The number of steps that the details of a lane name.
  private static let named = 12

  init(_ chart: RunChart) { self.chart = chart }

  /// A period with a count.
  struct Level: Hashable {
    var from: Int64
    var to: Int64
    var count: Int
  }

  /// A step's period in its lane.
  private typealias Stay = (step: Int, from: Int64, to: Int64)

  /// The run as rows of counts and of lanes; no rows for a run without an attempt.
  func scene() -> Scene {
    var scene = chart.scene(isDetailed: false)
    scene.description = "How much of the run went on at once"
    scene.arrows = []
    scene.rows = []
    let inFlight = Self.levels(of: attempts)
    guard !inFlight.isEmpty else { return scene }
    scene.rows.append(row("in flight", inFlight, "attempts in flight", .work, height: 3))
    for lane in lanes {
      let tracks = Self.tracks(of: stays(in: lane))
      guard scene.rows.count + tracks.count + 1 <= Self.rows else { break }
      for (place, track) in tracks.enumerated() {
        scene.rows.append(self.track(track, tracks.count > 1 ? "\(lane), place \(place + 1)" : lane))
      }
      let waiting = Self.levels(of: waits(for: lane))
      guard !waiting.isEmpty else { continue }
      scene.rows.append(row("waits for \(lane)", waiting, "steps wait for \(lane)", .queued, height: 2))
    }
    return scene
  }

  /// The attempts, late work included.
  private var attempts: [(from: Int64, to: Int64)] {
    chart.summary.steps.flatMap(\.attempts).map { ($0.start, $0.end ?? end) }
  }

  /// The lanes in the order of the steps that use them.
  private var lanes: [String] {
    var seen: Set<String> = []
    return chart.trace.steps.compactMap(\.lane).filter { seen.insert($0).inserted }
  }

  private func steps(in lane: String) -> [Int] {
    chart.trace.steps.indices.filter { chart.trace.steps[$0].lane == lane }
  }

  /// The periods of a lane's steps. Late work keeps the lane until it ends.
  private func stays(in lane: String) -> [Stay] {
    steps(in: lane).compactMap { step in
      let past = chart.summary.steps[step]
      guard let start = past.start else { return nil }
      let isLate = past.attempts.contains { $0.lateSince != nil }
      return (step, start, isLate ? past.lateEnd ?? end : past.end ?? end)
    }
  }

  private func waits(for lane: String) -> [(from: Int64, to: Int64)] {
    steps(in: lane).compactMap { step in
      let past = chart.summary.steps[step]
      return past.queued.map { ($0, past.start ?? past.end ?? end) }
    }
  }

  /// Distributes stays over as few tracks as possible, so that they do not overlap.
  private static func tracks(of stays: [Stay]) -> [[Stay]] {
    stays.sorted { ($0.from, $0.to, $0.step) < ($1.from, $1.to, $1.step) }.reduce(into: []) { tracks, stay in
      if let place = tracks.firstIndex(where: { ($0.last?.to ?? 0) <= stay.from }) {
        tracks[place].append(stay)
      } else {
        tracks.append([stay])
      }
    }
  }

  /// The number of overlapping periods over time, without the gaps.
  static func levels(of times: [(from: Int64, to: Int64)]) -> [Level] {
    var changes: [(time: Int64, by: Int)] = []
    for (from, to) in times where from < to { changes += [(from, 1), (to, -1)] }
    changes.sort { ($0.time, $0.by) < ($1.time, $1.by) }
    var levels: [Level] = []
    var (count, since) = (0, Int64(0))
    for change in changes {
      if change.time > since, count > 0 {
        if let last = levels.last, last.to == since, last.count == count {
          levels[levels.count - 1].to = change.time
        } else {
          levels.append(Level(from: since, to: change.time, count: count))
        }
      }
      (count, since) = (count + change.by, change.time)
    }
    return joined(levels)
  }

  private static func joined(_ levels: [Level]) -> [Level] {
    guard levels.count > stretches, let last = levels.last else { return levels }
    let length = last.to / Int64(stretches) + 1
    return levels.reduce(into: []) { joined, level in
      if let before = joined.last, before.to == level.from, before.from / length == level.from / length {
        joined[joined.count - 1].to = level.to
        joined[joined.count - 1].count = max(before.count, level.count)
      } else {
        joined.append(level)
      }
    }
  }

  private func row(
    _ label: String, _ levels: [Level], _ what: String, _ sign: Sign, height: Int
  ) -> Scene.Row {
    let most = levels.map(\.count).max() ?? 1
    var row = Scene.Row(label: label, emphasis: .strong, height: height)
    row.bars = levels.map { level in
      let times = "\(TimeText.exact(level.from)) to \(TimeText.exact(level.to))"
      return .init(
        sign: sign, start: level.from, end: level.to, words: "\(level.count) \(what), \(times)",
        level: Double(level.count) / Double(most))
    }
    row.caption = .init(parts: ["at most \(most)"])
    let first = levels.first { $0.count == most }
    row.details.lines = [
      .init(label: "at most", text: "\(most), first at \(TimeText.exact(first?.from ?? 0))")
    ]
    if let landedAt = chart.summary.landedAt, landedAt > 0 {
      let area = levels.reduce(0.0) {
        $0 + Double($1.count) * Double(max(0, min($1.to, landedAt) - $1.from))
      }
      let tenths = Int((area / Double(landedAt) * 10).rounded())
      row.details.lines.append(
        .init(label: "on average until the landing", text: "\(tenths / 10).\(tenths % 10)"))
    }
    return row
  }

  /// The steps in one place of a lane.
  private func track(_ stays: [Stay], _ label: String) -> Scene.Row {
    var row = Scene.Row(label: label)
    row.bars = stays.map { stay in
      let name = chart.labels.step(stay.step)
      let outcome = StepCaption.caption(of: stay.step, in: chart.trace, chart.summary, chart.labels).outcome
      let isBad = outcome == .failed || outcome == .recovered || outcome == .cancelled
      return .init(
        sign: .work, start: stay.from, end: stay.to, outcome: isBad ? outcome ?? .succeeded : .succeeded,
        label: name, words: "\(name), \(TimeText.exact(stay.from)) to \(TimeText.exact(stay.to))")
    }
    row.caption = .init(parts: ["busy \(TimeText.short(stays.reduce(0) { $0 + $1.to - $1.from }))"])
    row.details.lines = stays.prefix(Self.named).map { stay in
      .init(
        label: chart.labels.step(stay.step),
        text: "\(TimeText.exact(stay.from)) to \(TimeText.exact(stay.to))")
    }
    if stays.count > Self.named {
      row.details.lines.append(.init(label: "more", text: "\(stays.count - Self.named) steps"))
    }
    return row
  }
}
