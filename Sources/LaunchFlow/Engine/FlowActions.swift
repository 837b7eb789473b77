import Foundation

/// The app's own code, by the names under which a flow calls it.
public struct FlowActions: Sendable {
  /// An action: what it returns is its step's value.
  ///
  /// It runs in a detached task, on lane `main` on the main actor. It may throw `ActionRefusal` to refuse by
  /// name; anything else that it throws is an `error`, a cancellation that the engine did not order a
  /// `network` error.
  public typealias Body = nonisolated(nonsending) @Sendable (ActionContext) async throws -> JSONValue

  private(set) var bodies: [String: Body] = [:]

  /// No actions.
  public init() {}

  /// Registers an action; of two under one name the later one stands.
  public mutating func register(_ name: String, _ body: @escaping Body) {
    bodies[name] = body
  }

  /// Registers an action that takes its `with` and gives its value as types of the app's own.
  public mutating func register<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
    _ name: String, _ input: Input.Type,
    _ body: nonisolated(nonsending) @escaping @Sendable (Input, ActionContext) async throws -> Output
  ) {
    bodies[name] = { context in
      let input = try (context.input ?? .null).decoded(as: Input.self)
      return try JSONValue(encoding: try await body(input, context))
    }
  }
}

/// What an action is called with.
public struct ActionContext: Sendable {
  /// The step that calls it.
  public let step: String
  /// The run's inputs, by name.
  public let inputs: [String: JSONValue]
  /// The step's `with`, its references filled in.
  public let input: JSONValue?
  /// The attempt's number, from 1.
  public let attempt: Int
  /// When the attempt is cut at the latest. Its task is cancelled then, or earlier.
  public let deadline: ContinuousClock.Instant
  let progress: ActionProgress

  /// Says how far the action has come, for the run's events and the live view; it changes nothing else.
  ///
  /// May be called as often as one likes, from anywhere, and returns at once: only what raises the whole percent
  /// is passed on, and nothing once the attempt is over.
  ///
  /// - Parameter progress: From 0 to 1; what is beyond counts as that end, and what is no number as nothing.
  public func report(progress: Double) {
    self.progress.report(progress)
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
