import Foundation

/// The app's own code, by the names under which a flow calls it.
public struct FlowActions: Sendable {
  /// An action. The value that it returns is its step's value.
  ///
  /// It runs in a detached task, on lane `main` on the main actor. It may throw `ActionRefusal` to refuse by name. Any
  /// other error is an `error`, but a `CancellationError` that the engine did not cause is a `network` error.
  public typealias Body = nonisolated(nonsending) @Sendable (ActionContext) async throws -> JSONValue

  /// An action as it is kept. Not the function itself: as a value of a dictionary it would lose its caller's executor,
  /// and run on Swift's pool where tasks cannot prefer an executor.
  struct Action: Sendable {
    let body: Body
  }

  private(set) var actions: [String: Action] = [:]

  /// The names of the registered actions, sorted.
  package var names: [String] { actions.keys.sorted() }

  /// No actions.
  public init() {}

  /// Registers an action, in place of an earlier one of that name.
  public mutating func register(_ name: String, _ body: @escaping Body) {
    actions[name] = Action(body: body)
  }

  /// Registers an action whose `with` and value are types of the app's own.
  public mutating func register<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
    _ name: String, _ input: Input.Type,
    _ body: nonisolated(nonsending) @escaping @Sendable (Input, ActionContext) async throws -> Output
  ) {
    register(name) { context in
      let input = try (context.input ?? .null).decoded(as: Input.self)
      return try JSONValue(encoding: try await body(input, context))
    }
  }
}

/// The arguments of an action.
public struct ActionContext: Sendable {
  /// The step that calls it.
  public let step: String
  /// The run's inputs, by name.
  public let inputs: [String: JSONValue]
  /// The step's `with`, its references filled in.
  public let input: JSONValue?
  /// The attempt's number, from 1.
  public let attempt: Int
  /// The clock of the run, whose `sleep` waits no real time in a test in virtual time.
  public var clock: any Clock<Duration> { time }
  /// The clock as a value of its own.
  package let time: FlowClock
  let running: ActionAttempt

  /// The time on `clock` at which the attempt is cut, if not earlier; its task is cancelled then.
  public var deadline: ContinuousClock.Instant { running.instant }

  /// Lets the attempt go on for at least this long from now, within its step's `maxTimeout`: for each key that a user
  /// types, say. A step without `maxTimeout` cannot be extended.
  ///
  /// May be called at any time, from anywhere, and returns at once.
  public func extend(by duration: Duration) {
    running.extend(by: duration)
  }

  /// Reports the action's progress, for the run's events and the live view; nothing else depends on it.
  ///
  /// May be called at any time, from anywhere, and returns at once. Only a higher whole percent is passed on, and
  /// nothing once the attempt is over.
  ///
  /// - Parameter progress: From 0 to 1. Values beyond count as the nearer end; NaN is ignored.
  public func report(progress: Double) {
    running.report(progress)
  }
}

/// A deliberate refusal of an action, by the name of one of its step's `failures`.
public struct ActionRefusal: Error, Hashable, Sendable {
  /// The failure's name.
  public var name: String
  /// A message for the user, for a notice's `${step.message}`.
  public var message: String?

  /// Refuses.
  public init(_ name: String, message: String? = nil) {
    self.name = name
    self.message = message
  }
}
