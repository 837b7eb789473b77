import LaunchFlow
import LaunchFlowTimeline

/// A run that somebody follows: what has happened so far, and how a person's wish to stop reaches it.
struct RunSession {
  /// What comes in while the run goes on.
  enum Signal: Sendable {
    case event(Trace.Event)
    case damaged(DamagedEntry)
    /// It is time to draw again.
    case tick
    /// A person wishes to stop.
    case wish
    /// All is over, and the store has taken what was stored.
    case ended
  }

  /// The trace so far.
  private(set) var trace: Trace
  private let run: FlowRun
  private let world: World
  private let view: LiveView?
  private let isLogged: Bool
  private let begun = ContinuousClock.now

  /// - Parameter isLogged: Whether each event is told in a line on standard error.
  init(_ run: FlowRun, _ view: LiveView?, isLogged: Bool, in world: World) {
    self.isLogged = isLogged
    self.run = run
    self.world = world
    self.view = view
    trace = run.trace
    trace.events = []
  }

  /// How often a live view is drawn.
  private static let pace = Duration.milliseconds(100)

  /// Follows the run to its end; false where a second wish to stop came first.
  mutating func follow(
    _ signals: AsyncStream<Signal>, _ source: AsyncStream<Signal>.Continuation, engine: FlowEngine
  ) async -> Bool {
    let events = run.events
    let wishes = world.interrupts.wishes()
    view?.draw(trace, at: 0)
    var tasks = [
      Task {
        for await event in events { source.yield(.event(event)) }
        await engine.storesWritten()
        source.yield(.ended)
      },
      Task { for await _ in wishes { source.yield(.wish) } },
    ]
    if view != nil {
      tasks.append(
        Task {
          while !Task.isCancelled {
            try? await Task.sleep(for: Self.pace)
            source.yield(.tick)
          }
        })
    }
    defer {
      for task in tasks { task.cancel() }
      view?.end()
    }
    var hasWished = false
    for await signal in signals {
      switch signal {
      case .event(let event):
        trace.events.append(event)
        if isLogged { world.report("\(TimeText.short(event.time)) \(LineSink.text(event, of: trace))") }
      case .damaged(let entry): report("note: the cache '\(entry.key.name)' is damaged and counts as absent")
      case .tick: view?.draw(trace, at: begun.duration(to: .now).nanoseconds)
      case .wish where hasWished: return false
      case .wish:
        hasWished = true
        run.cancel()
        let state = landing == nil ? "cancelled; the run still" : "the run has landed; it still"
        report("note: \(state) comes to its end, and Ctrl-C once more quits")
      case .ended: return true
      }
    }
    return true
  }

  /// A line beside a live view, which is drawn anew below it.
  private func report(_ line: String) {
    view?.clear()
    world.report(line)
  }

  /// The landing, once it is there.
  private var landing: Trace.Landing? {
    for event in trace.events { if case .landed(let landing) = event.kind { return landing } }
    return nil
  }

  /// Whether it did not land by itself.
  var isCancelled: Bool { landing?.isCancelled ?? true }

  /// The notice as pictures show it: as its author wrote it, since a real one may hold a user's data, but none
  /// where it came out empty.
  var shownNotice: String? {
    get async {
      guard landing?.notice != nil else { return nil }
      return await run.landing.notice == nil ? "" : nil
    }
  }
}
