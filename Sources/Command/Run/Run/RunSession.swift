import LaunchFlow
import LaunchFlowTimeline

/// A followed run: its trace so far, and its cancellation by interrupts.
struct RunSession {
  enum Signal: Sendable {
    case event(Trace.Event)
    case damaged(CacheKey)
    /// A person wants to stop the run.
    case interrupt
    /// The run has ended, and all stores are written.
    case ended
  }

  private(set) var trace: Trace
  private let run: FlowRun
  private let world: World
  private let isLogged: Bool

  init(_ run: FlowRun, in world: World) {
    // On a terminal each event is a line.
    isLogged = world.output.isTerminal(.diagnostics)
    self.run = run
    self.world = world
    trace = run.trace
    trace.events = []
  }

  /// Follows the run to its end; false when a person asks twice to stop.
  mutating func follow(
    _ signals: AsyncStream<Signal>, _ source: AsyncStream<Signal>.Continuation, engine: FlowEngine
  ) async -> Bool {
    let interrupts = world.interrupts()
    var tasks = [Task { for await _ in interrupts { source.yield(.interrupt) } }]
    defer { for task in tasks { task.cancel() } }
    var isInterrupted = false
    for await signal in signals {
      switch signal {
      case .event(let event):
        trace.events.append(event)
        if isLogged { world.report("\(TimeText.short(event.time)) \(LineSink.text(event, of: trace))") }
        guard case .finished = event.kind else { continue }
        tasks.append(
          Task { [run] in
            _ = await run.finished
            await engine.storesWritten()
            source.yield(.ended)
          })
      case .damaged(let key): world.report("note: the cache '\(key.name)' is damaged and counts as absent")
      case .interrupt where isInterrupted: return false
      case .interrupt:
        isInterrupted = true
        run.cancel()
        let state = landing == nil ? "cancelled; the run still lands and ends" : "landed; the run still ends"
        world.report("note: \(state); press Ctrl-C again to quit")
      case .ended: return true
      }
    }
    return true
  }

  /// The landing; nil before it.
  private var landing: Trace.Landing? {
    for event in trace.events { if case .landed(let landing) = event.kind { return landing } }
    return nil
  }

  /// Whether the run was cancelled before its landing.
  var isCancelled: Bool { landing?.isCancelled ?? true }

  /// The notice as a user of the app sees it; nil for none. It may contain a user's data.
  var shownNotice: String? {
    get async {
      guard landing?.notice != nil else { return nil }
      return await run.landing.notice?.text
    }
  }
}
