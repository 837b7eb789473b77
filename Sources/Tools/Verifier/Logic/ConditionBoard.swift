import LaunchFlowMachine

/// A set of truth values: bit 0 for no, 1 for unknown, 2 for yes.
struct TruthSet: Hashable {
  var bits: UInt8

  static let no = TruthSet(bits: 1)
  static let unknown = TruthSet(bits: 2)
  static let yes = TruthSet(bits: 4)
  static let known = TruthSet(bits: 5)
  static let any = TruthSet(bits: 7)

  init(bits: UInt8) { self.bits = bits }

  init(_ truth: Truth) { bits = 1 << truth.rawValue }

  func mayBe(_ other: TruthSet) -> Bool { bits & other.bits != 0 }

  var negated: TruthSet { TruthSet(bits: bits & 2 | bits >> 2 | (bits & 1) << 2) }
}

/// The possible truth of some conditions, node by node, while facts become known.
///
/// Each node counts what its parts may be. So an answer costs one step for each condition around it, however many
/// parts they have.
struct ConditionBoard {
  private struct Parts {
    var required: Int32
    var mayBeYes: Int32 = 0
    var mayBeUnknown: Int32 = 0
    var mustBeYes: Int32 = 0
    var mustBeNo: Int32 = 0
    var cannotBeNo: Int32 = 0
    var count: Int32 = 0

    mutating func add(_ truth: TruthSet, _ sign: Int32) {
      if truth.mayBe(.yes) { mayBeYes += sign }
      if truth.mayBe(.unknown) { mayBeUnknown += sign }
      if !truth.mayBe(.no) { cannotBeNo += sign }
      if truth == .yes { mustBeYes += sign }
      if truth == .no { mustBeNo += sign }
      count += sign
    }

    var truth: TruthSet {
      let isUnknown = count - mustBeNo >= required && mustBeYes < required && mayBeUnknown > 0
      return TruthSet(
        bits: (cannotBeNo < required ? 1 : 0) | (isUnknown ? 2 : 0) | (mayBeYes >= required ? 4 : 0))
    }
  }

  private let plan: FlowPlan
  private var truths: [TruthSet]
  /// By node: the node that it is a part of; -1 for none.
  private var parents: [Int32]
  private var parts: [Parts]

  /// - Parameters:
  ///   - roots: The first nodes of the conditions; -1 for none.
  ///   - leaf: The possible truth of a question before any fact is known.
  init(_ plan: FlowPlan, _ roots: [Int32], leaf: (Int) -> TruthSet) {
    self.plan = plan
    truths = plan.conditions.map { _ in .any }
    parents = plan.conditions.map { _ in -1 }
    parts = plan.conditions.map { _ in Parts(required: 0) }
    for root in roots where root >= 0 {
      for node in (Int(root)..<Int(plan.conditions[Int(root)].end)).reversed() {
        let found = plan.parts(of: node)
        parts[node].required = Int32(plan.requiredParts(of: node))
        for part in found {
          parents[part] = Int32(node)
          parts[node].add(truths[part], 1)
        }
        truths[node] = plan.conditions[node].kind.isQuestion ? leaf(node) : composed(node)
      }
    }
  }

  subscript(_ root: Int32) -> TruthSet { root < 0 ? .yes : truths[Int(root)] }

  private func composed(_ node: Int) -> TruthSet {
    plan.conditions[node].kind == .not ? truths[node + 1].negated : parts[node].truth
  }

  mutating func set(_ question: Int, _ truth: TruthSet) {
    var (node, truth) = (question, truth)
    while truths[node] != truth {
      let before = truths[node]
      truths[node] = truth
      guard parents[node] >= 0 else { return }
      node = Int(parents[node])
      parts[node].add(before, -1)
      parts[node].add(truth, 1)
      truth = composed(node)
    }
  }
}

extension ConditionNode.Kind {
  /// Whether the node has no parts.
  var isQuestion: Bool {
    switch self {
    case .all, .any, .atLeast, .not: false
    case .status, .name, .input, .landing, .cached, .given, .offline: true
    }
  }
}

extension FlowPlan {
  func parts(of node: Int) -> [Int] {
    var parts: [Int] = []
    var part = node + 1
    while part < Int(conditions[node].end) {
      parts.append(part)
      part = Int(conditions[part].end)
    }
    return parts
  }

  /// The number of parts of a condition's node that must be true.
  func requiredParts(of node: Int) -> Int {
    switch conditions[node].kind {
    case .any: 1
    case .atLeast: Int(conditions[node].operand)
    default: parts(of: node).count
    }
  }
}
