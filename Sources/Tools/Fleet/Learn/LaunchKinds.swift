/// The kinds of launches: within a kind, the attempts of a launch have nothing more in common.
///
/// Latent classes (Lazarsfeld and Henry 1968), found by expectation and maximisation (Dempster, Laird and Rubin 1977). Of
/// each source, a kind has the odds of its outcomes and the pace of its answers in several stretches of time, so that an
/// attempt that was cut counts as one that would have taken longer. Kinds are divided one after another as
/// long as the information criterion of Schwarz (1978) says that the launches show it.
struct LaunchKinds {
  struct Kind {
    var share: Double
    /// By cell: how many attempts of such launches it has.
    var weights: [Double]
  }

  /// The most frequent first.
  private(set) var kinds: [Kind] = []
  /// By cell: how many attempts of all launches it has.
  private(set) var all: [Double] = []

  private let cells: [CallCell]
  private let shapes: [[Int32]]
  /// By shape: how many launches have it.
  private let counts: [Double]
  private var sources: [UsualPace] = []

  private static let mostKinds = 8
  /// The least launches of a kind.
  private static let least = 10.0
  private static let trialTurns = 6
  private static let settlingTurns = 60
  /// The weight, in attempts, of the assumption that a kind is like all launches.
  private static let prior = 1.0
  private static let never = 1e-12

  init(_ launches: LaunchShapes, _ cells: [CallCell]) {
    self.cells = cells
    shapes = launches.shapes
    counts = launches.counts.map(Double.init)
    all = whole(counts).weights
    sources = Set(cells.map(\.source)).sorted().map { UsualPace(of: $0, cells, all) }
    kinds = [whole(counts)]
    var best = criterion(kinds, turn(&kinds, counts))
    while kinds.count < Self.mostKinds, var next = divided() {
      let found = criterion(next, settle(&next))
      guard found < best, next.allSatisfy({ $0.share * counts.reduce(0, +) >= Self.least }) else { break }
      (kinds, best) = (next, found)
    }
    kinds.sort { $0.share > $1.share }
  }

  /// Some launches as one kind.
  private func whole(_ counts: [Double]) -> Kind {
    var kind = Kind(share: 1, weights: Array(repeating: 0, count: cells.count))
    for (shape, count) in zip(shapes, counts) where count > 0 {
      for cell in shape { kind.weights[Int(cell)] += count }
    }
    return kind
  }

  /// By cell the logarithm of its odds in a kind, but for what is the same in all kinds; and how many parameters they have.
  private func odds(_ kind: Kind) -> (logarithms: [Double], parameters: Double) {
    var logarithms = Array(repeating: 0.0, count: cells.count)
    var parameters = 0.0
    for source in sources {
      var answers = source.whole.map { _ in 0.0 }
      var (asked, exposure) = (answers, answers)
      var outcomes: [(found: Double, usual: Double)] = []
      for (place, cell) in source.cells.enumerated() {
        let weight = kind.weights[cell]
        asked[source.stretches[place]] += weight
        exposure[source.stretches[place]] += weight * source.parts[place]
        guard let outcome = cells[cell].outcome else { continue }
        answers[source.stretches[place]] += weight
        while outcomes.count <= outcome { outcomes.append((0, 0)) }
        outcomes[outcome].found += weight
        outcomes[outcome].usual += all[cell]
      }
      var later = 0.0
      for stretch in exposure.indices.reversed() {
        exposure[stretch] += later * source.whole[stretch]
        later += asked[stretch]
      }
      let paces = zip(answers, exposure).map { ($0 + Self.prior) / ($1 + Self.prior) }
      let before = paces.indices.map { stretch in
        (0..<stretch).reduce(0) { $0 + paces[$1] * source.whole[$1] }
      }
      let found = outcomes.reduce(0) { $0 + $1.found }
      let usual = outcomes.reduce(0) { $0 + $1.usual }
      for (place, cell) in source.cells.enumerated() {
        let stretch = source.stretches[place]
        logarithms[cell] = -before[stretch] - paces[stretch] * source.parts[place]
        guard let outcome = cells[cell].outcome else { continue }
        let share = outcomes[outcome].usual / max(Self.never, usual)
        logarithms[cell] +=
          Elementary.log(paces[stretch])
          + Elementary.log(
            max(Self.never, (outcomes[outcome].found + Self.prior * share) / (found + Self.prior)))
      }
      // Where attempts of all kinds answer at once, the pace says nothing.
      let told = paces.indices.count { exposure[$0] > 0.5 && (paces[$0] - 1).magnitude > 1e-9 }
      parameters += Double(told + max(0, outcomes.count { $0.found > 0.5 } - 1))
    }
    return (logarithms, parameters)
  }

  /// The criterion of Schwarz, by the launches that each parameter speaks of: the smaller the better.
  private func criterion(_ kinds: [Kind], _ likelihood: Double) -> Double {
    let total = counts.reduce(0, +)
    return kinds.reduce(Double(kinds.count - 1) * Elementary.log(max(1, total)) - 2 * likelihood) {
      $0 + odds($1).parameters * Elementary.log(max(2, $1.share * total))
    }
  }
}

// Turns.
extension LaunchKinds {
  /// Calls a body with each shape that counts and how likely each kind is for it. Returns the logarithm of the likelihood.
  private func expect(_ kinds: [Kind], _ counts: [Double], _ body: (Int, [Double]) -> Void) -> Double {
    let logarithms = kinds.map { odds($0).logarithms }
    let shares = kinds.map { Elementary.log(max(Self.never, $0.share)) }
    var likely = shares
    var likelihood = 0.0
    for (place, shape) in shapes.enumerated() where counts[place] > 0 {
      for kind in kinds.indices {
        var sum = shares[kind]
        for cell in shape { sum += logarithms[kind][Int(cell)] }
        likely[kind] = sum
      }
      let greatest = likely.max() ?? 0
      var sum = 0.0
      for kind in kinds.indices {
        likely[kind] = Elementary.exp(likely[kind] - greatest)
        sum += likely[kind]
      }
      for kind in kinds.indices { likely[kind] /= sum }
      likelihood += counts[place] * (greatest + Elementary.log(sum))
      body(place, likely)
    }
    return likelihood
  }

  /// Finds how likely each launch is of each kind, and the kinds anew from that. Returns the logarithm of the likelihood
  /// before.
  private func turn(_ kinds: inout [Kind], _ counts: [Double]) -> Double {
    var next = kinds.map { _ in Kind(share: 0, weights: Array(repeating: 0, count: cells.count)) }
    let likelihood = expect(kinds, counts) { place, odds in
      for kind in odds.indices where odds[kind] > 1e-9 {
        let weight = counts[place] * odds[kind]
        next[kind].share += weight
        for cell in shapes[place] { next[kind].weights[Int(cell)] += weight }
      }
    }
    let total = next.reduce(0) { $0 + $1.share }
    for kind in next.indices { next[kind].share /= max(Self.never, total) }
    kinds = next
    return likelihood
  }

  private func settle(_ kinds: inout [Kind]) -> Double {
    let enough = 1e-6 * counts.reduce(0, +)
    var likelihood = -Double.infinity
    for _ in 0..<Self.settlingTurns {
      let before = likelihood
      likelihood = turn(&kinds, counts)
      if likelihood - before < enough { break }
    }
    return likelihood
  }
}

// Divisions.
extension LaunchKinds {
  /// The kinds with one of them divided where that explains most; nil where none has enough launches.
  private func divided() -> [Kind]? {
    var parts = kinds.map { _ in Array(repeating: 0.0, count: shapes.count) }
    _ = expect(kinds, counts) { place, odds in
      for kind in odds.indices where odds[kind] > 0.01 { parts[kind][place] = counts[place] * odds[kind] }
    }
    var best: (gain: Double, kinds: [Kind])?
    for (place, part) in parts.enumerated() {
      var alone = [whole(part)]
      let before = turn(&alone, part)
      for upper in uppers(part) {
        let lower = zip(part, upper).map { $0 - $1 }
        let sums = [lower, upper].map { $0.reduce(0, +) }
        guard sums.allSatisfy({ $0 >= Self.least }) else { continue }
        var two = [whole(lower), whole(upper)]
        for side in two.indices { two[side].share = sums[side] / (sums[0] + sums[1]) }
        for _ in 0..<Self.trialTurns { _ = turn(&two, part) }
        let gain = turn(&two, part) - before
        guard gain > best?.gain ?? 0 else { continue }
        for side in two.indices { two[side].share *= kinds[place].share }
        best = (gain, kinds[..<place] + two + kinds[(place + 1)...])
      }
    }
    return best?.kinds
  }

  /// Launches that may be of another kind: those that are slow, in which attempts fail, or in which nothing answers.
  private func uppers(_ counts: [Double]) -> [[Double]] {
    var scores = Array(repeating: Array(repeating: 0.0, count: cells.count), count: 3)
    for source in sources {
      let answers = source.cells.indices.filter { cells[source.cells[$0]].outcome != nil }
      let count = answers.reduce(0) { $0 + all[source.cells[$1]] }
      let mean =
        answers.reduce(0) { $0 + all[source.cells[$1]] * Double(source.stretches[$1]) } / max(1, count)
      for place in answers { scores[0][source.cells[place]] = Double(source.stretches[place]) - mean }
    }
    for (place, cell) in cells.enumerated() {
      scores[1][place] = cell.isFailed ? 1 : 0
      scores[2][place] = cell.outcome == nil ? 1 : 0
    }
    return scores.flatMap { score in
      var (count, sum, squares) = (0.0, 0.0, 0.0)
      let values = zip(shapes, counts).map { shape, weight in
        guard weight > 0, !shape.isEmpty else { return 0.0 }
        let value = shape.reduce(0) { $0 + score[Int($1)] } / Double(shape.count)
        (count, sum, squares) = (count + weight, sum + weight * value, squares + weight * value * value)
        return value
      }
      let middle = sum / max(1, count)
      let deviation = max(0, squares / max(1, count) - middle * middle).squareRoot()
      return [0.5, 2].map { reach in
        zip(counts, values).map { $1 > middle + reach * deviation ? $0 : 0 }
      }
    }
  }
}
