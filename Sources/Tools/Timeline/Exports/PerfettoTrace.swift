/// A run's timeline in the trace-event format, for the Perfetto UI and chrome://tracing: a track for each row with nested
/// slices, and arrows along the critical path.
///
/// Times are microseconds with fractions, as the format requires. Slices of one track are nested or disjoint.
package struct PerfettoTrace {
  private let chart: RunChart
  private let scene: Scene
  private var events: [JSONValue] = []
  private var tracks: Int64 = 0
  private var firstTracks: [Int64] = []

  package static func value(_ trace: Trace) -> JSONValue {
    var writer = PerfettoTrace(RunChart(PicturedRun(trace)))
    writer.addRun()
    for row in writer.scene.rows.indices { writer.add(row) }
    for (number, arrow) in writer.scene.arrows.enumerated() { writer.add(arrow, number) }
    return [
      "displayTimeUnit": "ms", "traceEvents": .array(writer.events),
      "otherData": [
        "flow": .string(trace.flow), "scenario": TraceJSON.string(trace.scenario),
        "seed": TraceJSON.seed(trace.seed),
      ],
    ]
  }

  private init(_ chart: RunChart) {
    self.chart = chart
    scene = chart.scene
  }

  private struct Slice {
    var name: String
    var category: String
    var start: Int64
    var end: Int64
    var args = JSONValue.null
  }

  private mutating func addRun() {
    let (trace, summary) = (chart.trace, chart.summary)
    let track = addTrack("run")
    add("process_name", "M", track, args: ["name": .string(trace.title)])
    let end = summary.landedAt ?? summary.end
    add(Slice(name: trace.scenario ?? trace.title, category: "run", start: 0, end: end), track)
    for limit in scene.limits { addMoment(limit.text, track, limit.time, scope: "g") }
    if let cancelledAt = summary.cancelledAt { addMoment("cancelled", track, cancelledAt, scope: "g") }
    for event in trace.events {
      if case .signalled(let name, _) = event.kind { addMoment("signal \(name)", track, event.time) }
    }
    if let rest = chart.drawn.rest { addMoment(rest, track, 0) }
  }

  /// Adds a row, on as many tracks as its slices need.
  private mutating func add(_ index: Int) {
    let row = scene.rows[index]
    let name = (row.details.group.map { scene.rows[$0].label + " / " } ?? "") + row.label
    let track = addTrack(name)
    firstTracks.append(track)
    var open: [(track: Int64, ends: [Int64])] = [(track, [])]
    // The outer slices come first.
    let slices = (ownSlice(row) + bars(of: row)).sorted { ($0.start, $1.end) < ($1.start, $0.end) }
    for slice in slices {
      for place in open.indices { open[place].ends.removeAll { $0 <= slice.start } }
      var place = open.firstIndex { $0.ends.allSatisfy { slice.end <= $0 } }
      if place == nil {
        open.append((addTrack(name + ", beside"), []))
        place = open.count - 1
      }
      guard let place else { continue }
      open[place].ends.append(slice.end)
      add(slice, open[place].track)
    }
    for mark in row.marks { addMoment(mark.sign.look.meaning ?? row.label, track, mark.time) }
    for bar in row.bars { if let ending = bar.ending?.look.meaning { addMoment(ending, track, bar.end) } }
    if slices.isEmpty, let step = row.details.step, let end = chart.summary.steps[step].end {
      addMoment(row.caption?.parts.joined(separator: " ") ?? "", track, end)
    }
  }

  /// The slice of a step itself, with all its details; none if it never started.
  private func ownSlice(_ row: Scene.Row) -> [Slice] {
    guard let step = row.details.step, let start = chart.summary.steps[step].start else { return [] }
    var about = JSONObject()
    for line in StepDetails.lines(of: step, in: chart) {
      about[line.label] = .string((about[line.label]?.string.map { $0 + "; " } ?? "") + line.text)
    }
    return [
      Slice(
        name: chart.titles.step(step), category: chart.trace.steps[step].kind.rawValue, start: start,
        end: chart.summary.steps[step].end ?? chart.summary.end, args: .object(about))
    ]
  }

  private func bars(of row: Scene.Row) -> [Slice] {
    row.bars.filter { $0.sign != .group && $0.sign != .slack && $0.start <= $0.end }.map { bar in
      let name = bar.words ?? bar.sign.look.meaning ?? row.label
      return Slice(
        name: [name, bar.label].compactMap(\.self).joined(separator: " "),
        category: bar.sign.look.meaning ?? "mark", start: bar.start, end: bar.end)
    }
  }

  /// An arrow binds to the slices that enclose its two times, so it leaves just before its slice ends.
  private mutating func add(_ arrow: Scene.Arrow, _ number: Int) {
    guard let from = scene.rows[arrow.from].details.step, let to = scene.rows[arrow.to].details.step,
      let start = chart.summary.steps[from].start, let arrives = chart.summary.steps[to].start
    else { return }
    let leaves = min(arrives, max(start, arrow.leaves - 1))
    let id = JSONValue.integer(Int64(number))
    add("waits for", "s", firstTracks[arrow.from], "order", id: id, at: leaves)
    add("waits for", "f", firstTracks[arrow.to], "order", id: id, at: arrives, binding: "e")
  }
}

extension PerfettoTrace {
  private mutating func addTrack(_ name: String) -> Int64 {
    tracks += 1
    add("thread_name", "M", tracks, args: ["name": .string(name)])
    add("thread_sort_index", "M", tracks, args: ["sort_index": .integer(tracks)])
    return tracks
  }

  private mutating func add(_ slice: Slice, _ track: Int64) {
    add(
      slice.name, "X", track, slice.category, at: slice.start, for: max(0, slice.end - slice.start),
      args: slice.args)
  }

  private mutating func addMoment(_ name: String, _ track: Int64, _ time: Int64, scope: String = "t") {
    add(name, "i", track, "mark", at: time, scope: scope)
  }

  private mutating func add(
    _ name: String, _ phase: String, _ track: Int64, _ category: String? = nil, id: JSONValue = .null,
    at time: Int64? = nil, for duration: Int64? = nil, scope: String? = nil, binding: String? = nil,
    args: JSONValue = .null
  ) {
    // Microseconds; the shortest decimal is exact up to some hundred days.
    func microseconds(_ time: Int64?) -> JSONValue { time.map { .number(Double($0) / 1000) } ?? .null }
    let event: JSONValue = [
      "name": .string(name), "cat": TraceJSON.string(category), "ph": .string(phase), "id": id, "pid": 1,
      "tid": .integer(track), "ts": microseconds(time), "dur": microseconds(duration),
      "s": TraceJSON.string(scope), "bp": TraceJSON.string(binding), "args": args,
    ]
    events.append(event.droppingNulls())
  }
}
