import LaunchFlowMachine
import LaunchFlowTimeline
import Testing

/// What a row says while its attempt goes on.
@Suite struct LiveCaptionTests {
  @Test(arguments: [(Optional(40), "500 ms 40 %"), (nil, "0 s running")])
  func `a running row says how far it has come`(percent: Int?, words: String) {
    var trace = Trace(
      flow: "upload", deadline: 5_000_000_000, serialWorstCase: 5_000_000_000,
      steps: [Trace.Step(name: "upload-photo", kind: .action)])
    trace.events = [
      Trace.Event(at: 0, .started), Trace.Event(at: 0, .stepStarted(step: 0)),
      Trace.Event(at: 0, .attemptStarted(step: 0, attempt: 1, origin: .own)),
    ]
    if let percent {
      trace.events.append(Trace.Event(at: 500_000_000, .progressed(step: 0, attempt: 1, percent: percent)))
    }
    #expect(Picture(PicturedRun(trace)).text().contains(words))
  }
}
