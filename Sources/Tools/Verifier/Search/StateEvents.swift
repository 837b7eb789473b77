/// The possible events of each explored state, and their consequences. They are found once for all nodes of a
/// state, which differ only in time.
struct StateEvents {
  /// A possible event of a state, if time allows it.
  struct PossibleEvent {
    var event: ExploredEvent
    /// The place of the firing timer among the state's timers; -1 for none.
    var timer: Int32 = -1
    /// The place of a wait's timer that has gone on for no longer than `mostWaited` nanoseconds; -1 for none.
    var wait: Int32 = -1
    var mostWaited: Int64 = 0
    /// The consequences, one for each answer and each content of a read cache; nil until they are found.
    var arrivals: Range<Int32>?
  }

  /// The consequence of an event, without times.
  struct Arrival {
    var event: ExploredEvent
    var state: Int32
    /// The decisions about caches, as in `Findings.End`.
    var decisions: Int32
    /// The rule by which the run lands, or -1.
    var rule: Int32
    /// The range of `sources`.
    var variables: Range<Int32>
  }

  var events: [PossibleEvent] = []
  /// By state: the range of its events, of which a cancellation is the first; nil if it is not explored.
  private var ranges: [Range<Int32>?] = []
  var arrivals: [Arrival] = []
  /// By variable of the next zone: the variable that it comes from. See `TimerChanges`.
  private(set) var sources: [Int32] = []

  subscript(state: Int32) -> Range<Int32>? {
    get { Int(state) < ranges.count ? ranges[Int(state)] : nil }
    set {
      while ranges.count <= Int(state) { ranges.append(nil) }
      ranges[Int(state)] = newValue
    }
  }

  mutating func append(_ changes: TimerChanges) -> Range<Int32> {
    let first = Int32(sources.count)
    sources += changes.sources
    return first..<Int32(sources.count)
  }

  func count(_ bytes: inout StoredBytes) {
    bytes.add(events)
    bytes.add(ranges)
    bytes.add(arrivals)
    bytes.add(sources)
  }

  /// Drops the newest arrival if another one since `first` leads to the same node.
  mutating func dropRepetition(since first: Int) {
    let newest = arrivals.count - 1
    guard newest > first, (first..<newest).contains(where: { isRepeated(by: newest, $0) }) else { return }
    sources.removeLast(arrivals.removeLast().variables.count)
  }

  private func isRepeated(by newest: Int, _ place: Int) -> Bool {
    let (left, right) = (arrivals[place], arrivals[newest])
    return left.state == right.state && left.rule == right.rule
      && sources(of: left).elementsEqual(sources(of: right))
  }

  private func sources(of arrival: Arrival) -> ArraySlice<Int32> {
    sources[Int(arrival.variables.lowerBound)..<Int(arrival.variables.upperBound)]
  }
}
