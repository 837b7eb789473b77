#if canImport(os)
  import LaunchFlowMachine
  import os

  /// Shows runs in Instruments and in the system's log: an interval for each launch up to its landing, one for each
  /// step, and a debug line for each event. All texts are public, since they contain only names, times and classes.
  package final class SignpostSink: EventSink {
    private struct Interval: Hashable {
      var run: Int
      /// The step's index; -1 means the launch.
      var step: Int
    }

    private let signposter: OSSignposter
    private let logger: Logger
    private let open = Locked<[Interval: OSSignpostIntervalState]>([:])

    package init(subsystem: String, category: String = "launch") {
      signposter = OSSignposter(subsystem: subsystem, category: category)
      logger = Logger(subsystem: subsystem, category: category)
    }

    /// Logs the event, and begins or ends an interval with it.
    package func take(_ event: Trace.Event, run: Int, trace: Trace) {
      let text = LineSink.text(event, of: trace)
      logger.debug("\(trace.flow, privacy: .public) #\(run) \(text, privacy: .public)")
      switch event.kind {
      case .started: begin("launch", Interval(run: run, step: -1), trace.flow)
      case .landed: end("launch", Interval(run: run, step: -1), text)
      case .stepStarted(let step): begin("step", Interval(run: run, step: step), trace.steps[step].name)
      case .settled(let step, _): end("step", Interval(run: run, step: step), text)
      default: break
      }
      if let milestone = event.milestone { mark(milestone, of: trace, run) }
    }

    /// Logs the milestone with its time, and marks it in Instruments.
    private func mark(_ milestone: Trace.Milestone, of trace: Trace, _ run: Int) {
      let milliseconds = milestone.time / 1_000_000
      logger.notice(
        "\(trace.flow, privacy: .public) #\(run) \(milestone.name, privacy: .public) after \(milliseconds) ms"
      )
      signposter.emitEvent(
        "milestone", id: signposter.makeSignpostID(), "\(milestone.name, privacy: .public)")
    }

    package func take(_ event: EngineEvent, of flow: String) {
      logger.notice("\(flow, privacy: .public) \(LineSink.text(event), privacy: .public)")
    }

    private func begin(_ name: StaticString, _ interval: Interval, _ text: String) {
      let id = signposter.makeSignpostID()
      open.withLock {
        $0[interval] = signposter.beginInterval(name, id: id, "\(text, privacy: .public)")
      }
    }

    private func end(_ name: StaticString, _ interval: Interval, _ text: String) {
      open.withLock {
        guard let state = $0.removeValue(forKey: interval) else { return }
        signposter.endInterval(name, state, "\(text, privacy: .public)")
      }
    }
  }
#endif
