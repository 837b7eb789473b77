import LaunchFlowModel

// The shape of what packages, modules and kits need of one another.
extension FlowShapes {
  /// A dependency graph with a falling number of steps on each level. A step needs one of the level before. Of the other
  /// needs, half name what a need of the step needs anyway, and half name any earlier step, the first ones most often.
  ///
  /// - Parameters:
  ///   - count: The number of steps.
  ///   - needs: The number of all needs.
  ///   - levels: The number of steps on the longest path.
  ///   - seed: Chooses the needs and the time-outs.
  public static func dependencies(_ count: Int, needs: Int, levels: Int, seed: UInt64) -> Flow {
    var random = SeededRandom(seed: seed)
    let firsts = levelStarts(count, levels)
    var level = 0
    var all: [[Int]] = []
    for step in 0..<count {
      while level + 1 < levels, step >= firsts[level + 1] { level += 1 }
      all.append(level == 0 ? [] : [random.number(firsts[level - 1]...firsts[level] - 1)])
    }
    var left = needs - (count - firsts[min(1, levels - 1)])
    var tries = 20 * needs
    while left > 0, tries > 0, levels > 1 {
      tries -= 1
      let step = random.number(firsts[1]...count - 1)
      guard let need = need(of: step, all, firsts, &random), !all[step].contains(need) else { continue }
      all[step].append(need)
      left -= 1
    }
    let isNeeded = Set(all.joined())
    let steps = all.indices.map { place in
      var step = Flow.Step("kit-\(place)", .action(Flow.Action("kit")))
      step.timeout = .milliseconds(random.pick([100, 200, 300, 500, 1000]))
      step.needs = all[place].sorted().map { "kit-\($0)" }
      return step
    }
    return Flow(
      name: "dependencies", deadline: .seconds(600), pages: ["home"], steps: steps,
      landings: [
        Flow.Landing("home", after: steps.indices.filter { !isNeeded.contains($0) }.map { "kit-\($0)" })
      ])
  }

  /// The first step of each level; a level has 12 % fewer steps than the one before.
  private static func levelStarts(_ count: Int, _ levels: Int) -> [Int] {
    var weights: [Double] = [1]
    while weights.count < levels { weights.append((weights.last ?? 1) * 0.88) }
    let sum = weights.reduce(0, +)
    let sizes = weights.dropFirst().map { max(1, Int(Double(count) * $0 / sum)) }
    var firsts = [0, count - sizes.reduce(0, +)]
    for size in sizes.dropLast() { firsts.append((firsts.last ?? 0) + size) }
    return Array(firsts.prefix(levels))
  }

  private static func need(
    of step: Int, _ all: [[Int]], _ firsts: [Int], _ random: inout SeededRandom
  ) -> Int? {
    if random.chance(50) {
      let direct = random.pick(all[step])
      return all[direct].isEmpty ? nil : random.pick(all[direct])
    }
    let level = firsts.lastIndex { $0 <= step } ?? 0
    return min(random.number(0...firsts[level] - 1), random.number(0...firsts[level] - 1))
  }
}
