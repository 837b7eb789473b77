import Foundation
import LaunchFlowMachine
import LaunchFlowRecording
import LaunchFlowRecords
import LaunchFlowTestProcesses
import Testing

@testable import LaunchFlow

/// A process that was stopped during its launch, as a suspended app is.
@Suite struct SleptLaunchTests {
  #if os(macOS) || os(Linux)
    @Test func `a stopped process says that it slept`() throws {
      // The victim writes once its alarm is set, so the stop falls into a wait. A busy machine only makes it longer, and
      // the launch ends only after the stop.
      let lines = try KilledProcess("sleep").runStopped(["-"], until: 1, for: 2_500_000)
      #expect(lines.first == "waiting")
      #expect(lines.last == "landed")
      let slept = lines.compactMap { $0.hasPrefix("slept ") ? Int64($0.dropFirst(6)) : nil }
      #expect(slept.reduce(0, +) >= 1_000_000_000, "\(lines)")
    }
  #endif

  @Test func `the record says that it slept`() throws {
    try RecordFolderTests.withFolder { url in
      let folder = RecordFolder(url: url)
      let sink = TraceSink.records(in: folder, sample: LaunchSample(share: 1)).receiver
      let trace = Trace(flow: "launch", deadline: 1, serialWorstCase: 1, steps: [])
      func play(run: Int, slept: [Int64]) {
        sink.take(Trace.Event(at: 0, .started), run: run, trace: trace)
        for time in slept { sink.take(.slept(run: run, nanoseconds: time), of: "launch") }
        sink.take(Trace.Event(at: 5, .finished), run: run, trace: trace)
      }
      play(run: 1, slept: [])
      play(run: 2, slept: [2_000_000_000, 1_400_000])
      // Of another run, and of none that is recorded.
      sink.take(.slept(run: 2, nanoseconds: 1), of: "launch")
      sink.take(.slept(run: 9, nanoseconds: 1), of: "other")
      let records = try folder.batch().text.split(separator: "\n").map {
        try LaunchRecord(line: Array($0.utf8))
      }
      #expect(records.map(\.slept) == [nil, 2_001_000_000])
    }
  }
}
