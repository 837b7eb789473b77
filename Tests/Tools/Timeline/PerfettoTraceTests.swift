import LaunchFlowMachine
import LaunchFlowTimeline
import Testing

/// What the trace-event format asks for, checked on the written file.
@Suite struct PerfettoTraceTests {
  private struct Event {
    var phase: String
    var name: String
    var track: Int64
    var time: Double
    var duration: Double
    var object: JSONObject
    var end: Double { time + duration }
    var arrow: JSONValue { object["id"] ?? .null }

    init?(_ value: JSONValue) {
      guard let object = value.object, let phase = object["ph"]?.string, let name = object["name"]?.string,
        case .integer(let track)? = object["tid"], object["pid"] == 1
      else { return nil }
      (self.phase, self.name, self.track, self.object) = (phase, name, track, object)
      time = object["ts"]?.number ?? -1
      duration = object["dur"]?.number ?? 0
    }
  }

  private func events(_ trace: Trace) throws -> [Event] {
    let values = try #require(PerfettoTrace.value(trace).object?["traceEvents"]?.array)
    let events = values.compactMap(Event.init)
    #expect(events.count == values.count)
    return events
  }

  /// What viewers would drop or draw at the wrong place: slices of one track that neither nest nor stand apart, tracks
  /// without a name, and arrows that are no pairs, go back in time or touch no slice.
  static func flaws(of trace: Trace) -> [String] {
    guard let events = try? PerfettoTraceTests().events(trace) else { return ["no events"] }
    let named = Set(events.filter { $0.name == "thread_name" }.map(\.track))
    var flaws = events.filter { !named.contains($0.track) }.map { "\($0.name) is on a track without a name" }
    let tracks = Dictionary(grouping: events.filter { $0.phase == "X" }, by: \.track)
    for track in tracks.values {
      var open: [Event] = []
      for slice in track.sorted(by: { ($0.time, $1.end) < ($1.time, $0.end) }) {
        while let last = open.last, last.end <= slice.time { open.removeLast() }
        if let last = open.last, slice.end > last.end + 1e-6 {
          flaws.append("\(slice.name) leaves \(last.name)")
        }
        open.append(slice)
      }
    }
    let (starts, ends) = (events.filter { $0.phase == "s" }, events.filter { $0.phase == "f" })
    if starts.map(\.arrow) != ends.map(\.arrow) || Set(starts.map(\.arrow)).count != starts.count {
      flaws.append("arrows are no pairs")
    }
    for (start, end) in zip(starts, ends) where start.time > end.time { flaws.append("an arrow goes back") }
    for arrow in starts + ends
    where tracks[arrow.track]?.contains(where: { $0.time <= arrow.time && arrow.time <= $0.end }) != true {
      flaws.append("an arrow touches no slice")
    }
    return flaws
  }

  @Test(arguments: Sample.allCases)
  func `slices nest and arrows are pairs`(sample: Sample) throws {
    #expect(Self.flaws(of: sample.trace) == [])
    #expect(try events(sample.trace).contains { $0.phase == "s" })
  }

  @Test func `times are microseconds`() throws {
    let slices = try events(everythingHangs()).filter { $0.phase == "X" }
    let login = try #require(slices.first { $0.name == "login" })
    #expect(login.time == 3_000_000 && login.duration == 3_000_000)
    var fine = Script("fine")
    let step = fine.step("step")
    fine.begin(step, at: 0)
    fine.trace.events.append(.init(at: 1_234_567, .settled(step: step, .init(.succeeded))))
    #expect(try events(fine.trace).first { $0.name == "step" && $0.phase == "X" }?.duration == 1234.567)
  }

  @Test func `every track has a name`() throws {
    let names = try (events(everySign()) + events(offline())).filter { $0.name == "thread_name" }.compactMap {
      $0.object["args"]?.object?["name"]?.string
    }
    #expect(names.contains("inner-group / retried") && names.contains("(trade offline)"))
  }

  @Test func `marks are instants`() throws {
    let marks = try events(everySign()).filter { $0.phase == "i" }
    for name in ["home at 5 s", "deadline 8 s", "timed out", "fallback due", "fallback used"] {
      #expect(marks.contains { $0.name == name }, "\(name)")
    }
    #expect(marks.allSatisfy { ["g", "t"].contains($0.object["s"]?.string) })
  }
}
