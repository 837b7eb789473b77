import LaunchFlowMachine
import LaunchFlowModel

/// Attempts that cannot be made, because what they refer to is not in the constant that stands there.
///
/// An answer, or what a cache holds, may have everything that is referred to, and is taken to have it. A
/// constant is known: an attempt that refers to something it lacks, or that comes to an address which is not
/// allowed, ends as `malformed` in the very instant in which it starts. A constant may stand in for its step only in some runs, and a fresher value of late
/// work may take its place; so which steps hold their constants is part of the exploration's state.
struct MissingReferences {
  private struct Lack {
    /// The step that is referred to.
    var target: Int
    /// Whether it always holds a constant, its own.
    var isAlways: Bool
  }

  /// By step, then by the plan's fallbacks: the references that constants lack.
  private var own: [[Lack]]
  private var ofFallbacks: [[Lack]]
  private var fallbackStarts: [Int]
  /// By step whose constant fallback lacks something: who refers to that.
  private(set) var readers: [[Int]]
  private let isConstant: [Bool]
  /// Whether there are any.
  private(set) var isEmpty = true

  init(_ plan: FlowPlan) {
    own = plan.steps.map { _ in [] }
    ofFallbacks = plan.fallbacks.map { _ in [] }
    fallbackStarts = plan.steps.map { Int($0.fallbacks.lowerBound) }
    readers = plan.steps.map { _ in [] }
    isConstant = plan.fallbacks.map { $0.kind == .value }
    for step in plan.steps.indices {
      own[step] = lacks(plan, step, .own)
      for place in 0..<plan.steps[step].fallbacks.count {
        ofFallbacks[fallbackStarts[step] + place] = lacks(plan, step, .fallback(place))
      }
    }
  }

  private mutating func lacks(_ plan: FlowPlan, _ step: Int, _ origin: Trace.AttemptOrigin) -> [Lack] {
    var found: [Lack] = []
    for reference in plan.references(of: step, origin: origin) {
      guard case .value = reference.part, let target = plan.index(of: reference.subject)
      else { continue }
      if case .value(let constant) = plan.documents[target].work {
        if isLacking(plan, step, origin, target, constant) {
          found.append(Lack(target: target, isAlways: true))
        }
        continue
      }
      // Only the first constant is ever used: it always helps.
      for case .value(let constant) in plan.documents[target].fallback.prefix(1 + firstConstant(plan, target))
      where isLacking(plan, step, origin, target, constant) {
        found.append(Lack(target: target, isAlways: false))
        if !readers[target].contains(step) { readers[target].append(step) }
      }
    }
    if !found.isEmpty { isEmpty = false }
    return found
  }

  /// Whether an attempt cannot be made while a step holds a constant, whatever the others hold: something that
  /// it refers to is not there, or what comes of it must not be sent.
  private func isLacking(
    _ plan: FlowPlan, _ step: Int, _ origin: Trace.AttemptOrigin, _ target: Int, _ constant: JSONValue
  ) -> Bool {
    !plan.isMakeable(step, origin) { reference in
      guard case .value(let pointer) = reference.part else { return nil }
      if plan.index(of: reference.subject) != target { return .opaque }
      return constant[pointer].map(RunValue.known)
    }
  }

  private func firstConstant(_ plan: FlowPlan, _ step: Int) -> Int {
    let fallbacks = plan.documents[step].fallback
    return fallbacks.firstIndex { if case .value = $0 { true } else { false } } ?? fallbacks.count
  }

  private func isMissing(_ step: Int, _ origin: Trace.AttemptOrigin, _ held: HeldConstants) -> Bool {
    let lacks: [Lack]
    switch origin {
    case .own: lacks = own[step]
    case .fallback(let place): lacks = ofFallbacks[fallbackStarts[step] + place]
    }
    return lacks.contains { $0.isAlways || held.constants.contains($0.target) }
  }

  /// Follows an effect of the machine.
  func follow(_ effect: FlowMachine.Effect, _ held: inout HeldConstants) {
    switch effect {
    case .settled(let step, let settlement):
      guard !readers[step].isEmpty else { return }
      // A member of a polled group may have held a constant in the round before.
      held.constants.remove(step)
      guard case .fallback(let place) = settlement.value else { return }
      if isConstant[fallbackStarts[step] + Int(place)] { held.constants.insert(step) }
    case .refreshed(let step, _): held.constants.remove(step)
    case .startAttempt(let step, _, let origin):
      if isMissing(step, origin, held) { held.unmakeable.insert(step) }
    case .attemptEnded(let step, _, _): held.unmakeable.remove(step)
    default: break
    }
  }
}

/// Which steps hold constants at some moment, and which attempts in flight cannot be made.
struct HeldConstants {
  /// Steps whose value is their constant fallback.
  var constants: IndexBits
  /// Steps with an attempt that ends as `malformed` at the instant of its start.
  var unmakeable: IndexBits

  init(steps: Int) {
    constants = IndexBits(capacity: steps)
    unmakeable = constants
  }

  mutating func removeAll() {
    constants.removeAll()
    unmakeable.removeAll()
  }
}
