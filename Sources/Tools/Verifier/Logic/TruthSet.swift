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

extension FlowPlan {
  /// The possible truth of a condition, given the possible answers to its questions.
  func possibleTruth(of node: Int, _ answer: (_ question: Int) -> TruthSet) -> TruthSet {
    switch conditions[node].kind {
    case .status, .name, .input, .landing, .cached, .given, .offline: return answer(node)
    case .not: return possibleTruth(of: node + 1, answer).negated
    case .atLeast:
      let truths = parts(of: node).map { possibleTruth(of: $0, answer) }
      let required = Int(conditions[node].operand)
      let certain = truths.count { $0 == .yes }
      let possible = truths.count { $0 != .no }
      let mayBeUnknown = truths.contains { $0.mayBe(.unknown) }
      let isUnknown = certain < required && possible >= required && mayBeUnknown
      return TruthSet(
        bits: (truths.count { !$0.mayBe(.no) } < required ? 1 : 0) | (isUnknown ? 2 : 0)
          | (truths.count { $0.mayBe(.yes) } >= required ? 4 : 0))
    }
  }

  func parts(of node: Int) -> [Int] {
    var parts: [Int] = []
    var part = node + 1
    while part < Int(conditions[node].end) {
      parts.append(part)
      part = Int(conditions[part].end)
    }
    return parts
  }
}
