import LaunchFlowMachine
import LaunchFlowModel
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

  @Test(arguments: Sample.allCases)
  func slicesOfATrackNest(sample: Sample) throws {
    let slices = try events(sample.trace).filter { $0.phase == "X" }
    for track in Set(slices.map(\.track)).sorted() {
      var open: [Double] = []
      let sorted = slices.filter { $0.track == track }.sorted {
        ($0.time, $1.duration) < ($1.time, $0.duration)
      }
      for slice in sorted {
        #expect(slice.time >= 0 && slice.duration >= 0)
        while let end = open.last, end <= slice.time { open.removeLast() }
        if let end = open.last { #expect(slice.time + slice.duration <= end + 1e-6, "\(slice.name)") }
        open.append(slice.time + slice.duration)
      }
    }
  }

  @Test(arguments: Sample.allCases)
  func arrowsComeInPairsAndBindToSlices(sample: Sample) throws {
    let events = try events(sample.trace)
    let slices = events.filter { $0.phase == "X" }
    let starts = events.filter { $0.phase == "s" }
    let ends = events.filter { $0.phase == "f" }
    #expect(!starts.isEmpty && starts.map { $0.object["id"] } == ends.map { $0.object["id"] })
    #expect(Set(starts.map { $0.object["id"] }).count == starts.count)
    for (start, end) in zip(starts, ends) {
      #expect(start.name == end.name && start.object["cat"] == end.object["cat"] && start.time <= end.time)
      #expect(end.object["bp"] == "e")
    }
    for event in starts + ends {
      #expect(
        slices.contains {
          $0.track == event.track && $0.time <= event.time && event.time <= $0.time + $0.duration
        })
    }
  }

  @Test func timesAreMicroseconds() throws {
    let slices = try events(everythingHangs()).filter { $0.phase == "X" }
    let login = try #require(slices.first { $0.name == "login" })
    #expect(login.time == 3_000_000 && login.duration == 3_000_000)
    var fine = Script("fine")
    let step = fine.step("step")
    fine.begin(step, at: 0)
    fine.trace.events.append(.init(at: 1_234_567, .settled(step: step, .init(.succeeded))))
    #expect(try events(fine.trace).first { $0.name == "step" && $0.phase == "X" }?.duration == 1234.567)
  }

  @Test func everyTrackHasAName() throws {
    let events = try events(everySign())
    let named = Set(events.filter { $0.name == "thread_name" }.map(\.track))
    #expect(Set(events.filter { $0.phase != "M" }.map(\.track)).isSubset(of: named))
    let names = events.filter { $0.name == "thread_name" }.compactMap {
      $0.object["args"]?.object?["name"]?.string
    }
    #expect(names.contains("inner-group / retried") && names.contains("stuck, abandoned"))
  }

  @Test func marksAreInstants() throws {
    let marks = try events(everySign()).filter { $0.phase == "i" }
    for name in ["landed on home", "deadline", "time-out", "useFallbackAfter", "fallback: cache"] {
      #expect(marks.contains { $0.name == name }, "\(name)")
    }
    #expect(marks.allSatisfy { ["g", "t"].contains($0.object["s"]?.string) })
    #expect(try events(offline()).contains { $0.name == "trade offline" })
  }

  @Test func everyPartOfARunCanBeWritten() throws {
    for count in 0..<everySign().events.count {
      var part = everySign()
      part.events = Array(part.events.prefix(count))
      #expect(try !events(part).isEmpty)
    }
  }
}
