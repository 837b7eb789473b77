/// A memory of which attempts could be made with the values of the steps that they refer to. There are few
/// values, so few attempts are rendered.
struct PreparedAttempts: Sendable {
  private enum Known: UInt8 {
    case nothing, ready, malformed
  }

  private let references: [Int32]
  /// The number of values that a step can have, including none.
  private let values: Int
  /// By source: the known results, by the numbers of the referenced values; empty if there are too many.
  private var tables: [[Known]]
  /// The known results of the other sources.
  private var others: [[Int32]: Bool] = [:]

  private static let largestTable = 4_096

  init(_ scenario: PlannedScenario) {
    references = scenario.references
    values = scenario.values.count + 1
    tables = scenario.sources.map { [values] attempts in
      guard attempts.needsPreparation else { return [] }
      var size = 1
      for _ in attempts.references where size <= Self.largestTable { size *= values }
      return size > Self.largestTable ? [] : Array(repeating: .nothing, count: size)
    }
  }

  /// Whether an attempt can be made; nil if it has not been tried with these values.
  ///
  /// - Parameter steps: By step: the number of its value, -1 for none.
  @inline(__always)
  func known(_ attempts: PlannedScenario.Attempts, _ source: Int, _ steps: [Int32]) -> Bool? {
    guard !tables[source].isEmpty else { return others[key(attempts, source, steps)] }
    switch tables[source][place(attempts, steps)] {
    case .nothing: return nil
    case .ready: return true
    case .malformed: return false
    }
  }

  mutating func note(_ isReady: Bool, _ attempts: PlannedScenario.Attempts, _ source: Int, _ steps: [Int32]) {
    if tables[source].isEmpty {
      others[key(attempts, source, steps)] = isReady
    } else {
      tables[source][place(attempts, steps)] = isReady ? .ready : .malformed
    }
  }

  @inline(__always)
  private func place(_ attempts: PlannedScenario.Attempts, _ steps: [Int32]) -> Int {
    var place = 0
    for index in attempts.references { place = place * values + Int(steps[Int(references[Int(index)])]) + 1 }
    return place
  }

  private func key(_ attempts: PlannedScenario.Attempts, _ source: Int, _ steps: [Int32]) -> [Int32] {
    [Int32(source)] + attempts.references.map { steps[Int(references[Int($0)])] }
  }
}
