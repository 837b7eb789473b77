import LaunchFlowModel

extension TraceReader {
  /// From the landing back to the start, then turned round.
  func criticalPath() -> [Int] {
    var path: [Int] = []
    var seen = Array(repeating: false, count: steps.count)
    var current = landedBy
    // A trace that no machine has written may go in circles.
    while let step = current, !seen[step] {
      seen[step] = true
      let isSkipped = steps[step].settlement?.status == .skipped
      if trace.steps[step].kind == .group, !isSkipped, let member = endedBy[step] {
        current = member
        continue
      }
      if trace.steps[step].kind != .group, !isSkipped { path.append(step) }
      current = cause(of: step)
    }
    return path.reversed()
  }

  /// The step that a step waited for last; for a member that waited only for its group, what the group
  /// waited for.
  func cause(of step: Int) -> Int? {
    var step = step
    // A group stands before its members, so the indices fall and this comes to an end.
    while true {
      switch release[step] {
      case .nothing, .landing: return nil
      case .step(let other): return other
      case .groupStart(let group):
        guard group < step else { return nil }
        step = group
      }
    }
  }
}

/// Lists of step indices by step, in one flat array.
struct StepLists {
  private var starts: [Int]
  private var targets: [Int]

  init(_ edges: [(from: Int, to: Int)], count: Int) {
    starts = Array(repeating: 0, count: count + 1)
    targets = Array(repeating: 0, count: edges.count)
    for edge in edges { starts[edge.from + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    var next = starts
    for edge in edges {
      targets[next[edge.from]] = edge.to
      next[edge.from] += 1
    }
  }

  subscript(step: Int) -> ArraySlice<Int> {
    targets[starts[step]..<starts[step + 1]]
  }
}

/// Who took and who gave up each lane last.
struct LaneRecord {
  private struct Lane {
    var lastTaken: Int?
    var lastReleased: Int?
  }

  private var lanes: [String: Lane] = [:]
  /// The steps whose late work keeps their lane.
  private var late: Set<Int> = []

  func lastTaken(_ lane: String?) -> Int? { lane.flatMap { lanes[$0]?.lastTaken } }
  func lastReleased(_ lane: String?) -> Int? { lane.flatMap { lanes[$0]?.lastReleased } }

  mutating func take(_ step: Int, lane: String?) {
    guard let lane else { return }
    lanes[lane, default: Lane()].lastTaken = step
  }

  mutating func holdLonger(_ step: Int, lane: String?) {
    if lane != nil { late.insert(step) }
  }

  /// A settled step gives up its lane unless late work keeps it.
  mutating func settle(_ step: Int, lane: String?) {
    if !late.contains(step) { release(step, lane: lane) }
  }

  mutating func release(_ step: Int, lane: String?) {
    guard let lane else { return }
    late.remove(step)
    lanes[lane, default: Lane()].lastReleased = step
  }
}
