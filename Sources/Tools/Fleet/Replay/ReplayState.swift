/// A time in a search: a number of nanoseconds after a symbol's time.
struct Moment: Hashable {
  var symbol: Int
  var offset: Int64
  /// The number of the rounded time on which it depends; 0 for none. Of two moments with the same number and symbol, the
  /// distance is exact.
  var rounding = 0

  func plus(_ nanoseconds: Int64) -> Moment {
    Moment(symbol: symbol, offset: offset.plus(nanoseconds), rounding: rounding)
  }
}

/// One way in which a launch may have gone so far.
struct ReplayState {
  enum Kind {
    /// An answer; nil for one of which nothing is known.
    case answer(track: Int, FlowMachine.AttemptOutcome?)
    case timer(FlowTimer)
    case input(FlowMachine.Input)
  }

  struct Pending {
    var kind: Kind
    var order: UInt64
    /// When it comes, or the earliest time at which it may.
    var time: Moment
    /// How much later it may come; nil for any time later, or never.
    var span: Int64?
  }

  var machine: FlowMachine
  var pending: [Pending]
  private(set) var now = Moment(symbol: 0, offset: 0)
  /// By symbol: its earliest and its latest time.
  private var symbols: [ClosedRange<Int64>] = [0...0]
  /// Whether recorded times are rounded.
  private let isRounded: Bool
  private var roundings: Int

  init(_ machine: FlowMachine, _ record: FittedRecord) {
    self.machine = machine
    isRounded = record.precision > 1
    (pending, roundings) = (record.events, record.events.count)
  }

  /// The moment that comes a recorded time after now.
  mutating func recorded(_ nanoseconds: Int64) -> Moment {
    var moment = now.plus(nanoseconds)
    if isRounded, nanoseconds > 0 {
      roundings += 1
      moment.rounding = roundings
    }
    return moment
  }

  /// The times that a moment may be.
  func bounds(_ moment: Moment) -> ClosedRange<Int64> {
    let bounds = symbols[moment.symbol]
    return bounds.lowerBound.plus(moment.offset)...bounds.upperBound.plus(moment.offset)
  }

  /// The earliest time that it may be now.
  var earliest: Int64 { bounds(now).lowerBound }

  mutating func forgetAnswer(on track: Int) {
    pending.removeAll { if case .answer(track: track, _) = $0.kind { true } else { false } }
  }

  mutating func forget(_ timer: FlowTimer) {
    pending.removeAll { if case .timer(let armed) = $0.kind { armed.slot == timer.slot } else { false } }
  }

  /// The latest time of an event; nil for one that may never come.
  private func latest(_ event: Pending) -> Int64? {
    event.span.map { bounds(event.time).upperBound.plus($0) }
  }

  private func earliest(_ event: Pending) -> Int64 { max(earliest, bounds(event.time).lowerBound) }

  /// The place of the next event, if its time is known and no other event of an unknown time may come before it.
  var certainlyNext: Int? {
    guard var first = pending.indices.first else { return nil }
    for place in pending.indices {
      guard pending[place].time.symbol == now.symbol else { return nil }
      let (event, best) = (pending[place], pending[first])
      if (max(now.offset, event.time.offset), event.order) < (max(now.offset, best.time.offset), best.order) {
        first = place
      }
    }
    return pending[first].span == 0 ? first : nil
  }

  /// The events that seem to come at the same instant as the next one. As their times are rounded, they may come before
  /// it.
  func tied(with next: Int) -> [Int] {
    let time = pending[next].time
    return pending.indices.filter {
      let event = pending[$0]
      return event.time.offset == time.offset && event.time.rounding != time.rounding && event.span == 0
    }
  }

  /// Takes an event whose time is known.
  mutating func take(_ place: Int) -> Pending {
    let event = pending.remove(at: place)
    if event.time.offset >= now.offset { now = event.time }
    return event
  }

  /// Whether no other event certainly comes before one.
  func mayBeNext(_ place: Int) -> Bool {
    let event = pending[place]
    let start = earliest(event)
    return pending.indices.allSatisfy { other in
      guard other != place, let span = pending[other].span, let latest = latest(pending[other]) else {
        return true
      }
      if pending[other].time.symbol == event.time.symbol {
        // An event of the past that is still open comes now.
        let end = pending[other].time.offset.plus(span)
        let begin = max(event.time.offset, event.time.symbol == now.symbol ? now.offset : 0)
        return end > begin || end == begin && (pending[other].order, other) > (event.order, place)
      }
      return latest > start || latest == start && pending[other].order >= event.order
    }
  }

  /// The state in which an event is next; nil where the bounds forbid that.
  func taking(_ place: Int) -> (event: Pending, state: ReplayState)? {
    var next = self
    let event = next.pending.remove(at: place)
    if event.span == 0 {
      next.now = event.time
      guard next.narrow(event.time.symbol, from: earliest(event) - event.time.offset) else { return nil }
    } else {
      var end = latest(event) ?? .max
      for other in next.pending { if let latest = latest(other) { end = min(end, latest) } }
      let start = earliest(event)
      guard start <= end else { return nil }
      next.now = Moment(symbol: next.symbols.count, offset: 0)
      next.symbols.append(start...end)
    }
    for other in next.pending {
      guard next.keep(other) else { return nil }
    }
    return (event, next)
  }

  /// Narrows the bounds by this: another event comes no earlier than now.
  private mutating func keep(_ other: Pending) -> Bool {
    if let latest = latest(other), other.time.symbol != now.symbol {
      guard narrow(now.symbol, to: latest - now.offset) else { return false }
    }
    if other.span == 0, other.time.symbol != now.symbol {
      guard narrow(other.time.symbol, from: earliest - other.time.offset) else { return false }
    }
    return true
  }

  private mutating func narrow(_ symbol: Int, from least: Int64 = .min, to most: Int64 = .max) -> Bool {
    let start = max(symbols[symbol].lowerBound, least)
    let end = min(symbols[symbol].upperBound, most)
    guard start <= end else { return false }
    symbols[symbol] = start...end
    return true
  }
}
