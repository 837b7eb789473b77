import LaunchFlow
import Observation

/// A launch that views observe, with its phase, the messages for the user and the freshest values.
@MainActor @Observable
public final class Launch {
  /// How far the launch has come.
  public enum Phase: Sendable {
    /// The launch has not landed.
    case loading
    /// The launch has landed, with the values at the landing.
    case landed(FlowLanding)
    /// The launch could not start, since the flow or its inputs do not fit this build of the app.
    case broken(String)
  }

  /// How far the launch has come.
  public private(set) var phase = Phase.loading
  /// The messages that were not dismissed, oldest first. Equal texts that wait together are one message. A text that
  /// arrives after its dismissal is a new message.
  public private(set) var notices: [FlowNotice] = []
  /// By step: the values of late work, which are fresher than those at the landing.
  public private(set) var freshValues: [String: JSONValue] = [:]

  @ObservationIgnored private let engine: FlowEngine?
  @ObservationIgnored private var current: FlowRun?
  /// Gives the signals that came before the first run.
  @ObservationIgnored private var early: [(FlowRun) -> Void] = []

  /// Prepares the engine. If that throws, the first phase is `broken`.
  public init(_ engine: () throws -> FlowEngine) {
    do {
      self.engine = try engine()
    } catch {
      self.engine = nil
      phase = .broken("\(error)")
    }
  }

  /// The landing; nil before it.
  public var landing: FlowLanding? {
    if case .landed(let landing) = phase { landing } else { nil }
  }

  /// The freshest value of a step; nil if it is not available.
  public func value(of step: String) -> JSONValue? {
    freshValues[step] ?? landing?[step]?.value
  }

  /// Starts the launch, and returns once the run is over. The phase changes at the landing. Cancelling the calling
  /// task, as `.task` does when its view disappears, cancels a run that has not landed.
  ///
  /// - Parameter inputs: The flow's inputs by name.
  public func run(inputs: [String: JSONValue] = [:]) async {
    guard let engine else { return }
    do {
      let run = try engine.start(inputs: inputs)
      current = run
      for give in early { give(run) }
      early = []
      phase = .loading
      freshValues = [:]
      await withTaskCancellationHandler {
        await follow(run)
      } onCancel: {
        run.cancel()
      }
    } catch {
      phase = .broken("\(error)")
    }
  }

  /// Gives a signal with a value, such as the link that opened the app, to the newest run or, before it, to the first.
  ///
  /// - Parameters:
  ///   - name: The signal's name.
  ///   - value: The value; null is no value.
  ///   - ifLate: Called on the main queue with the landing if the launch does not take the value.
  public func signal(
    _ name: String, _ value: JSONValue, ifLate: @escaping @Sendable (FlowLanding) -> Void
  ) {
    let give = { (run: FlowRun) in run.signal(name, value, ifLate: ifLate) }
    if let current { give(current) } else { early.append(give) }
  }

  /// Whether a view that appears should run the launch: it has not landed, or it was cancelled because its view
  /// disappeared.
  public var needsRun: Bool { landing?.isCancelled ?? true }

  /// Removes the first message after the user has read it.
  public func dismissNotice() {
    if !notices.isEmpty { notices.removeFirst() }
  }

  private func follow(_ run: FlowRun) async {
    let notices = Task { [weak self] in
      for await notice in run.notices { self?.notices.add(notice) }
    }
    phase = .landed(await run.landing)
    for await fresh in run.refreshedSteps { freshValues[fresh.name] = fresh.value }
    await notices.value
  }
}
