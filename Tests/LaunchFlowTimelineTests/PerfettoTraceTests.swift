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
  func `keeps the rules of the format`(sample: Sample) throws {
    #expect(TraceEventChecker(PerfettoTrace.value(sample.trace)).flaws == [])
    #expect(try events(sample.trace).contains { $0.phase == "s" })
  }

  @Test func `every part of a run keeps them`() {
    for count in 0..<everySign().events.count {
      var part = everySign()
      part.events = Array(part.events.prefix(count))
      #expect(TraceEventChecker(PerfettoTrace.value(part)).flaws == [], "\(count) events")
    }
    #expect(TraceEventChecker(PerfettoTrace.value(hostileTrace())).flaws == [])
  }

  @Test(
    arguments: [
      (["ph": "X", "ts": 1, "dur": 2.00001], "slice: dur is no time in microseconds"),
      (["ph": "X", "dur": 1], "slice: ts is no time in microseconds"),
      (["ph": "X", "ts": -1, "dur": 1], "slice: ts is no time in microseconds"),
      (["ph": "X", "ts": 5, "dur": 20], "slice begins in whole and ends after it"),
      (["ph": "i", "ts": 1], "slice: an instant without scope"),
      (["ph": "B", "ts": 1], "slice: unknown phase B"),
      (["ph": "s", "ts": 1, "id": 1], "an arrow begins that does not end"),
      (["ph": "f", "ts": 1, "id": 1, "bp": "e"], "an arrow ends that did not begin"),
      (["ph": "s", "ts": 30, "id": 1], "an arrow touches no slice"),
      (["ph": "X", "ts": 1, "dur": 1, "tid": 2], "track 2 has no name"),
      (["ph": "X", "ts": 1, "dur": 1, "pid": "one"], "event 2 lacks ph, name, pid or tid"),
    ] as [(JSONValue, String)])
  func `the checker finds what breaks them`(event: JSONValue, flaw: String) throws {
    let whole: JSONValue = ["name": "slice", "cat": "test", "pid": 1, "tid": 1]
    var broken = try #require(whole.object)
    for member in try #require(event.object).members { broken[member.name] = member.value }
    let file: JSONValue = [
      "displayTimeUnit": "ms",
      "traceEvents": [
        ["name": "thread_name", "ph": "M", "pid": 1, "tid": 1, "args": ["name": "track"]],
        ["name": "whole", "cat": "test", "ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 10],
        .object(broken),
      ],
    ]
    #expect(TraceEventChecker(file).flaws.contains(flaw), "\(TraceEventChecker(file).flaws)")
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
    let events = try events(everySign())
    let names = events.filter { $0.name == "thread_name" }.compactMap {
      $0.object["args"]?.object?["name"]?.string
    }
    #expect(names.contains("inner-group / retried") && names.contains("stuck, abandoned"))
  }

  @Test func `marks are instants`() throws {
    let marks = try events(everySign()).filter { $0.phase == "i" }
    for name in ["landed on home", "deadline", "time-out", "useFallbackAfter", "fallback: cache"] {
      #expect(marks.contains { $0.name == name }, "\(name)")
    }
    #expect(marks.allSatisfy { ["g", "t"].contains($0.object["s"]?.string) })
    #expect(try events(offline()).contains { $0.name == "trade offline" })
  }
}
