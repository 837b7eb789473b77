import LaunchFlow
import Observation

/// A launch that views observe: loading, then landed, with the messages for the user and the freshest values.
@MainActor @Observable
public final class Launch {
  /// How far the launch has come.
  public enum Phase: Sendable {
    /// It has not landed.
    case loading
    /// It has landed; the values are those of the landing.
    case landed(FlowLanding)
    /// It could not begin, since the flow or its inputs are not what this build of the app expects.
    case broken(String)
  }

  /// How far the launch has come.
  public private(set) var phase = Phase.loading
  /// The messages that nobody has dismissed, the first one first. Equal texts that wait together are one message; one
  /// that comes after its text was dismissed is new.
  public private(set) var notices: [FlowNotice] = []
  /// By step: the values of late work, which are fresher than those of the landing.
  public private(set) var freshValues: [String: JSONValue] = [:]

  @ObservationIgnored private let engine: FlowEngine?

  /// Prepares the engine. Its error is the launch's first phase.
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

  /// Launches, and returns once the run is over. The phase changes at the landing. Cancelling the task that calls this,
  /// as `.task` does when its view goes away, cancels a run that has not landed.
  ///
  /// - Parameter inputs: The flow's inputs by name.
  public func run(inputs: [String: JSONValue] = [:]) async {
    guard let engine else { return }
    do {
      let run = try engine.start(inputs: inputs)
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

  /// Whether a view that appears should run it: it has not landed, or only because its view went away before.
  public var needsRun: Bool { landing?.isCancelled ?? true }

  /// Takes the first message away: it has been read.
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
