import LaunchFlowMachine
import LaunchFlowModel

/// The attempts that a constant makes malformed, as `FlowPlan.prepare` decides.
///
/// Answers and cached values are opaque here: they are taken to hold everything that an attempt refers to. A
/// constant is known. A value step always holds its constant. A constant fallback stands in for its step only
/// in some runs. So the exploration's state includes the steps that hold their constant fallback.
///
/// Each constant fallback is tried alone, with all other values opaque. Two of them that only together make an
/// attempt malformed are not found. This only adds runs, because any attempt may be answered as malformed.
struct MalformedAttempts {
  /// What makes an attempt malformed.
  private struct Cause {
    var isPermanent = false
    /// The steps whose constant fallbacks do so.
    var constants: [Int] = []
  }

  /// By step: its own attempts.
  private var own: [Cause] = []
  /// By the plan's fallbacks.
  private var ofFallbacks: [Cause] = []
  /// By step: the steps with an attempt that its constant fallback makes malformed.
  private(set) var readers: [[Int]]
  private(set) var isEmpty = true
  private let plan: FlowPlan

  init(_ plan: FlowPlan) {
    self.plan = plan
    readers = plan.steps.map { _ in [] }
    for step in plan.steps.indices {
      own.append(cause(step, .own))
      for place in 0..<plan.steps[step].fallbacks.count { ofFallbacks.append(cause(step, .fallback(place))) }
    }
  }

  /// Takes every attempt for one that can be made.
  init(ignoring plan: FlowPlan) {
    self.plan = plan
    readers = plan.steps.map { _ in [] }
  }

  private mutating func cause(_ step: Int, _ origin: AttemptOrigin) -> Cause {
    var cause = Cause(isPermanent: isMalformed(step, origin, holding: nil))
    if !cause.isPermanent {
      cause.constants = constants(step, origin)
      for target in cause.constants where readers[target].last != step { readers[target].append(step) }
    }
    if cause.isPermanent || !cause.constants.isEmpty { isEmpty = false }
    return cause
  }

  /// The steps whose constant fallback alone makes an attempt malformed. Beside another opaque value nothing is
  /// rendered, so that only what the constant lacks counts.
  private func constants(_ step: Int, _ origin: AttemptOrigin) -> [Int] {
    let references = plan.references(of: step, origin: origin, in: plan.releaseEnvironment)
    let opaque = references.filter { value(of: $0, holding: nil) == .opaque }
    let subjects = Dictionary(grouping: opaque, by: \.subject)
    let targets = subjects.compactMap { subject, references in
      plan.index(of: subject).map { ($0, references) }
    }
    return targets.sorted { $0.0 < $1.0 }.filter { target, references in
      guard constant(of: target) != nil else { return false }
      if case .missing = Resolution(references, { value(of: $0, holding: target) }) { return true }
      return subjects.count == 1 && isMalformed(step, origin, holding: target)
    }.map(\.0)
  }

  private func isMalformed(_ step: Int, _ origin: AttemptOrigin, holding holder: Int?) -> Bool {
    let prepared = plan.prepare(step, origin, in: plan.releaseEnvironment) { value(of: $0, holding: holder) }
    if case .malformed = prepared { return true } else { return false }
  }

  /// What a reference finds while one step, if any, holds its constant fallback.
  private func value(of reference: Template.Reference, holding holder: Int?) -> RunValue? {
    guard case .value(let pointer) = reference.part else { return nil }
    guard let target = plan.index(of: reference.subject) else { return .opaque }
    if case .value(let constant) = plan.documents[target].work {
      return constant[pointer].map(RunValue.known)
    }
    guard target == holder, let constant = constant(of: target) else { return .opaque }
    return constant[pointer].map(RunValue.known)
  }

  /// The constant fallback of a step. Only the first one is ever used, because it always succeeds.
  private func constant(of step: Int) -> JSONValue? {
    for case .value(let constant) in plan.documents[step].fallback { return constant }
    return nil
  }

  private func isMalformed(_ step: Int, _ origin: AttemptOrigin, _ held: HeldConstants) -> Bool {
    let cause =
      switch origin {
      case .own: own[step]
      case .fallback(let place): ofFallbacks[Int(plan.steps[step].fallbacks.lowerBound) + place]
      }
    return cause.isPermanent || cause.constants.contains { held.constants.contains($0) }
  }

  /// Follows an effect of the machine.
  func follow(_ effect: FlowMachine.Effect, _ held: inout HeldConstants) {
    switch effect {
    case .settled(let step, _, let value):
      guard !readers[step].isEmpty else { return }
      // A member of a polled group may have held a constant in the round before.
      held.constants.remove(step)
      guard case .fallback(let place) = value else { return }
      if plan.fallback(Int(place), of: step).kind == .value { held.constants.insert(step) }
    case .startAttempt(let step, _, let origin):
      if isMalformed(step, origin, held) { held.malformed.insert(step) }
    case .attemptEnded(let step, _, _): held.malformed.remove(step)
    default: break
    }
  }
}

/// The steps that hold a constant fallback, and the malformed attempts in flight.
struct HeldConstants {
  /// Steps whose value is their constant fallback.
  var constants: IndexBits
  /// Steps with an attempt that ends as `malformed` at the instant of its start.
  var malformed: IndexBits

  init(steps: Int) {
    constants = IndexBits(capacity: steps)
    malformed = constants
  }

  mutating func removeAll() {
    constants.removeAll()
    malformed.removeAll()
  }
}
