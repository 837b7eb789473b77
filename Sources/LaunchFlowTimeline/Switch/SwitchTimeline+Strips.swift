extension SwitchTimeline {
  /// How one cell of a strip is drawn.
  typealias Cell = (sign: Character, ink: Ink, weight: Int)

  /// A strip as cells. Where several things fall into one, the heaviest is drawn.
  func cells(of strip: SwitchChart.Strip) -> [Cell] {
    let base: Cell =
      strip.base == nil ? (" ", .faint, 0) : (signs.fine, strip.isResult ? .good : .faint, 0)
    var drawn = Array(repeating: base, count: cells)
    for stretch in strip.stretches where stretch.from <= stretch.to {
      let first = cell(stretch.from)
      let last = stretch.to > stretch.from ? cell(stretch.to - 1) : first
      let (sign, ink) = look(stretch.state)
      for cell in first...max(first, last) where stretch.weight >= drawn[cell].weight {
        drawn[cell] = (sign, ink, stretch.weight)
      }
    }
    for moment in strip.moments {
      let look = look(moment.dot)
      let place = cell(moment.time)
      if look.weight >= drawn[place].weight { drawn[place] = look }
    }
    return drawn
  }

  private func look(_ state: SwitchChart.State) -> (Character, Ink) {
    switch state {
    case .fine: (signs.fine, .faint)
    case .pending: (signs.pending, .recovered)
    case .down: (signs.down, .bad)
    case .partly: (signs.partly, .recovered)
    case .fault, .background: (signs.fault, .faint)
    case .wifi: ("w", .faint)
    case .cellular: ("c", .faint)
    case .unknownPath: ("?", .faint)
    case .noPath, .gone: (" ", .faint)
    }
  }

  private func look(_ dot: SwitchChart.Dot) -> Cell {
    switch dot {
    case .good: (signs.good, .good, 1)
    case .failed: (signs.failed, .bad, 3)
    case .timedOut: (signs.timedOut, .bad, 2)
    case .faulty: (signs.faulty, .bad, 3)
    case .cleared: (signs.recovered, .good, 4)
    case .unanswered: (signs.unanswered, .recovered, 2)
    }
  }
}
