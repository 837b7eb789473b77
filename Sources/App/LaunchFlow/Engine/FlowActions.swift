import Foundation

/// The app's own code, by the names under which a flow calls it.
public struct FlowActions: Sendable {
  /// An action. The value of its step is the returned one.
  package typealias Body = nonisolated(nonsending) @Sendable (ActionContext) async throws -> JSONValue

  /// A registered action. It wraps the function: as a direct element of an array, the function would lose its caller's
  /// executor and, on systems where tasks cannot prefer an executor, run on Swift's pool.
  struct Action: Sendable {
    let body: Body
  }

  private(set) var actions: [Action] = []
  private var numbers: [String: Int] = [:]

  package var names: [String] { Array(numbers.keys).sorted() }

  func number(of name: String) -> Int? { numbers[name] }

  /// No actions.
  public init() {}

  /// Registers an action. It replaces an earlier one with the same name. The value of its step is the returned one.
  ///
  /// It runs in a detached task; on lane `main`, on the main actor. It may throw `ActionRefusal` to refuse by name. Any
  /// other error has the class `error`, except a `CancellationError` that the engine did not cause, which has the class
  /// `network`.
  public mutating func register(
    _ name: String,
    _ body: nonisolated(nonsending) @escaping @Sendable (ActionContext) async throws -> JSONValue
  ) {
    let action = Action(body: body)
    if let number = numbers[name] {
      actions[number] = action
    } else {
      numbers[name] = actions.count
      actions.append(action)
    }
  }

  /// Registers an action whose `with` and value are the app's own types.
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
  /// The step's `with`, with its references filled in.
  public let input: JSONValue?
  /// The attempt's number, from 1.
  public let attempt: Int
  /// The clock of the run. In virtual time its `sleep` takes no real time.
  public var clock: any Clock<Duration> { time }
  package let time: FlowClock
  let running: ActionAttempt

  /// The latest time, on `clock`, at which the attempt is cut and its task cancelled.
  public var deadline: ContinuousClock.Instant { running.instant }

  /// Extends the attempt to at least this long from now, within its step's `maxTimeout`: after each key that a user
  /// types, for example. An attempt of a step without `maxTimeout` cannot be extended.
  ///
  /// May be called at any time, from anywhere, and returns at once.
  public func extend(by duration: Duration) {
    running.extend(by: duration)
  }

  /// Reports the action's progress for the run's events and the live view. It has no other effect.
  ///
  /// May be called at any time, on any thread, and returns at once. Only a higher whole percent is passed on, and only
  /// until the attempt is over.
  ///
  /// - Parameter progress: From 0 to 1. Other values are limited to this range; NaN is ignored.
  public func report(progress: Double) {
    running.report(progress)
  }
}

/// A deliberate refusal of an action, by the name of one of its step's `failures`.
public struct ActionRefusal: Error, Hashable, Sendable {
  package var name: String
  /// A message for the user, which a notice inserts by `${step.message}`.
  package var message: String?

  /// Refuses by name.
  public init(_ name: String, message: String? = nil) {
    self.name = name
    self.message = message
  }
}
