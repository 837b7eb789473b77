import Foundation
import LaunchFlow
import LaunchFlowTestProcesses

// An app's start with a flow, up to its first request or action. The program links nothing but the library, as a small
// app does, since a large program has larger pages in memory. Argument: the flow file. It prints one line of JSON.

/// The time of the first request or action. The lock guards the time.
private final class First: HTTPTransport, @unchecked Sendable {
  private let told = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var time: ContinuousClock.Instant?

  func tell() {
    lock.withLock {
      guard time == nil else { return }
      time = .now
      told.signal()
    }
  }

  func wait() -> ContinuousClock.Instant? {
    told.wait()
    return lock.withLock { time }
  }

  /// Answers no request.
  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void {
    tell()
    return {}
  }
}

private let file = URL(filePath: CommandLine.arguments[1])
private let first = First()
// The first reading of a figure takes memory of its own.
_ = (ProcessFigures.residentKilobytes, ProcessFigures.ownKilobytes, ProcessFigures.threads)
private let memory = ProcessFigures.residentKilobytes ?? 0
private let own = ProcessFigures.ownKilobytes ?? 0
private let threads = ProcessFigures.threads
private let begin = ContinuousClock.now
private func milliseconds(until end: ContinuousClock.Instant = .now) -> Double {
  begin.duration(to: end) / .milliseconds(1)
}

private let flow = try Flow(contentsOf: file)
private var figures = ["read": milliseconds()]
private var actions = FlowActions()
for action in Set(flow.actionNames) {
  actions.register(action) { _ in
    first.tell()
    return 1
  }
}
private var configuration = FlowEngine.Configuration()
configuration.transport = first
private let engine = try FlowEngine(flow, actions: actions, configuration: configuration)
figures["engine"] = milliseconds()
private let missing = flow.inputs.filter { $0.defaultValue == nil }
private let inputs = missing.map { ($0.name, $0.kind == .boolean ? JSONValue.bool(true) : "x") }
private let run = try engine.start(inputs: Dictionary(uniqueKeysWithValues: inputs))
figures["started"] = milliseconds()
figures["first"] = first.wait().map { milliseconds(until: $0) }
figures["threads"] = Double(ProcessFigures.threads - threads)
figures["kilobytes"] = Double((ProcessFigures.residentKilobytes ?? 0) - memory)
figures["ownKilobytes"] = Double((ProcessFigures.ownKilobytes ?? 0) - own)
run.cancel()
print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
