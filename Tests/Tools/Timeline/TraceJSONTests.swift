import LaunchFlowMachine
import LaunchFlowTimeline
import Testing

@Suite struct TraceJSONTests {
  private func step(_ name: String, of trace: Trace) -> JSONObject? {
    TraceJSON.value(trace).object?["steps"]?.object?[name]?.object
  }

  @Test func `the whole of a small run`() {
    #expect(
      TraceJSON.value(offline(), notice: "No net").text() == """
        {"format":1,"flow":"trip","scenario":"tunnel","seed":3,\
        "landing":{"page":"home","kind":"normal","at":750000000,"rule":0,\
        "notice":{"text":"No net","style":"toast"},\
        "degraded":true,"cancelled":true},\
        "milestones":{"landing":750000000},"steps":{"first":{"status":"recovered","result":null,"source":"cache","start":0,"end":200000000,\
        "attempts":[{"start":0,"end":200000000,"error":"offline","outcome":"failed","origin":"own",\
        "http":null,"code":null}],\
        "reason":null,"lateEnd":null,"rounds":null},\
        "second":{"status":"cancelled","result":null,"source":null,"start":200000000,"end":750000000,\
        "attempts":[{"start":200000000,"end":750000000,"error":null,"outcome":"cancelled","origin":"own",\
        "http":null,"code":null}],\
        "reason":null,"lateEnd":null,"rounds":null}},\
        "criticalPath":["first","second"],"serial":{"work":750000000,"worstCase":0}}
        """)
  }

  @Test(arguments: [
    ("retried", ["server", "timeout", nil], ["own", "own", "own"]),
    ("refused", ["token-invalid"], ["own"]),
    ("alternate", ["network", nil], ["own", "fallback[0]"]),
    ("dropped", [nil], ["own"]),
  ])
  func attempts(name: String, errors: [String?], origins: [String]) {
    let attempts = step(name, of: everySign())?["attempts"]?.array
    #expect(attempts?.map { $0.object?["error"]?.string } == errors)
    #expect(attempts?.map { $0.object?["origin"]?.string } == origins)
  }

  @Test func `an attempt that a deadline cut timed out`() {
    var script = Script("cut")
    let step = script.step("step")
    script.begin(step, at: 0)
    script.at(5, .attemptEnded(step: step, attempt: 1, .cut), .settled(step: step, .init(.timedOut)))
    let attempt = self.step("step", of: script.trace)?["attempts"]?.array?.first?.object
    #expect(attempt?["error"]?.string == "timeout" && attempt?["outcome"]?.string == "cut")
  }

  @Test func `reasons of skips`() {
    #expect(step("skipped", of: everySign())?["reason"]?.string == "needs refused, which failed")
    #expect(step("unfit", of: everySign())?["reason"]?.string == "its condition does not hold")
    #expect(step("last", of: everySign())?["reason"] == .null)
  }

  @Test func `late work and what never started`() {
    #expect(step("uses-fallback", of: everySign())?["lateEnd"] == .integer(4500.ms))
    #expect(step("never-started", of: everySign())?["start"] == .null)
    #expect(step("never-started", of: everySign())?["end"] == .integer(5000.ms))
  }

  @Test func `a run under way has no landing`() {
    var trace = everySign()
    trace.events.removeAll { $0.time >= 1000.ms }
    trace.seed = .max
    let value = TraceJSON.value(trace).object
    #expect(value?["landing"] == .null && value?["criticalPath"] == [])
    #expect(value?["seed"]?.string == "18446744073709551615")
  }

  @Test func `the notice as written or none`() {
    let landing = { (notice: String?) in
      TraceJSON.value(everySign(), notice: notice).object?["landing"]?.object?["notice"]
    }
    #expect(landing(nil) == ["text": "Hello ${last.message}", "style": "confirm"])
    #expect(landing("") == .null)
  }
}
