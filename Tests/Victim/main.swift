import Foundation
import LaunchFlow
import LaunchFlowOffline
import LaunchFlowRecording
import LaunchFlowRecords
import LaunchFlowSwitch

// Does the work that its first argument names, in the folder that its second names, until whoever started it kills it.
// A third argument is the last number that an earlier victim has said.

func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// Stores numbered entries, and says each number once the entry is stored.
func store(_ folder: URL, after last: Int64) async throws {
  let store = FileCacheStore(folder: folder)
  var number = last
  while true {
    number += 1
    // Long enough that a write takes several pages, and of a length that changes.
    let filler = String(repeating: "\(number % 10)", count: 20_000 + Int(number % 7) * 3_000)
    let entry = CacheEntry(["number": .integer(number), "filler": .string(filler)], storedAt: Date())
    try await store.store(entry, for: CacheKey("entry", scope: "user"))
    say("\(number)")
  }
}

struct NoTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void { {} }
}

/// Presses the button of a switch, marked and unmarked in turn, and says each press before and after.
func mark(_ folder: URL) async throws {
  var document = OfflineSwitchDocument(name: "offline")
  document.marked = OfflineSwitchDocument.Mark(cache: "offline-marked")
  let offlineSwitch = await OfflineSwitch(
    document, transport: NoTransport(), store: FileCacheStore(folder: folder))
  say(offlineSwitch.state.isMarked ? "began marked" : "began unmarked")
  while true {
    if offlineSwitch.state.isMarked {
      say("unmarking")
      try await offlineSwitch.unmark()
      say(offlineSwitch.state.isMarked ? "wrong" : "unmarked")
    } else {
      say("marking")
      try await offlineSwitch.mark()
      say(offlineSwitch.state.isMarked ? "marked" : "wrong")
    }
  }
}

/// Records launches into a small folder, and says each number once its launch is recorded.
func record(_ folder: URL) throws {
  let folder = RecordFolder(url: folder, limits: RecordFolder.Limits(bytes: 40_000, records: 50))
  var number: Int64 = 0
  while true {
    number += 1
    var record = LaunchRecord(flow: "killed", version: String(repeating: "v", count: Int(number % 700)))
    record.id = .random
    record.end = number
    let name = try folder.add(record, isOver: false)
    record.landing = LaunchRecord.Landing(page: "home", time: number)
    try folder.add(record, as: name)
    say("\(number)")
  }
}

/// Sends a request with some variables of the environment, and says its status, or the class of its failure.
func request(_ address: String, _ variables: some Sequence<String>) async {
  for variable in variables {
    let parts = variable.split(separator: "=", maxSplits: 1)
    setenv(String(parts[0]), String(parts[1]), 1)
  }
  do throws(HTTPFailure) {
    let answer = try await SystemTransport.shared.response(
      to: HTTPRequest(url: address), timeout: .seconds(36_000))
    say("\(answer.status)")
  } catch {
    say(error.errorClass.rawValue)
  }
}

/// Launches a flow that waits until its input ends, and says when it waits, when the process slept, and when the launch is
/// over.
func sleep() throws -> Never {
  struct Teller: EventSink {
    func take(_ event: Trace.Event, run: Int, trace: Trace) {
      switch event.kind {
      // Behind the work that sets the alarm of the second wait.
      case .settled(0, _): SystemEventLoop.shared.perform { say("waiting") }
      case .finished:
        say("landed")
        exit(0)
      default: break
      }
    }

    func take(_ event: EngineEvent, of flow: String) {
      if case .slept(_, let nanoseconds) = event { say("slept \(nanoseconds)") }
    }
  }
  var second = Flow.Step("second", .wait(.signal("go")))
  second.after = ["first"]
  second.timeout = .seconds(36_000)
  var flow = Flow(
    name: "sleep", deadline: .seconds(36_000), pages: ["home"],
    steps: [Flow.Step("first", .wait(.time(.milliseconds(1)))), second],
    landings: [Flow.Landing("home", after: ["second"])])
  flow.signals = ["go"]
  var configuration = FlowEngine.Configuration()
  configuration.sinks = [TraceSink(Teller())]
  let run = try FlowEngine(flow, configuration: configuration).start()
  _ = FileHandle.standardInput.readDataToEndOfFile()
  run.signal("go")
  while true { pause() }
}

let folder = URL(fileURLWithPath: CommandLine.arguments[2])
let last = CommandLine.arguments.dropFirst(3).first.flatMap { Int64($0) } ?? 0
switch CommandLine.arguments[1] {
case "store": try await store(folder, after: last)
case "mark": try await mark(folder)
case "records": try record(folder)
case "sleep": try sleep()
case "delivery": try await Deliveries.run(folder, after: last)
case "request": await request(CommandLine.arguments[2], CommandLine.arguments.dropFirst(3))
default: exit(64)
}
