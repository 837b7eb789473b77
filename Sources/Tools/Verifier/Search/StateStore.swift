/// Every found state, with its zones.
///
/// States are compared by all words of their keys. A zone within a known one of the same state is dropped; known ones
/// within a new one need not be explored again.
struct StateStore {
  /// One path on which a state was first reached.
  struct Node {
    var end: Findings.End
    var state: Int32
    var zone: Int
    /// Whether a larger zone of the same state was found later.
    var isCovered = false
  }

  let wordLength: Int
  private(set) var nodes: [Node] = []
  /// By key: the state.
  private var states: [[UInt64]: Int32] = [:]
  private var keyWords = 0
  /// By state: the words of a machine in it, and of what surrounds it.
  var words: [UInt64] = []
  private(set) var timers: [ArmedTimer] = []
  private var timerStarts: [Int32] = [0]
  /// By state: its nodes that no larger zone covers.
  private var widest: [[Int32]] = []
  private(set) var zones: [Int64] = []

  init(wordLength: Int) { self.wordLength = wordLength }

  var stateCount: Int { widest.count }

  @inline(__always)
  func timers(of state: Int32) -> Range<Int> {
    Int(timerStarts[Int(state)])..<Int(timerStarts[Int(state) + 1])
  }

  /// The state with a key; a new one without nodes if there is none. The words of a new one must be appended next.
  @inline(__always)
  mutating func state(_ key: [UInt64], _ changes: TimerChanges) -> (state: Int32, isNew: Bool) {
    if let state = states[key] {
      let known = timers[timers(of: state)]
      assert(
        known.elementsEqual(changes.armed) {
          $0.slot == $1.slot && $0.length == $1.length
        },
        "states with one key have the same timers")
      return (state, false)
    }
    let state = Int32(stateCount)
    states[key] = state
    keyWords += key.count
    timers.append(contentsOf: changes.armed)
    timerStarts.append(Int32(timers.count))
    widest.append([])
    return (state, true)
  }

  /// Adds a zone to a state, unless a known one contains it; returns the number of zones compared with it.
  mutating func add(_ zone: Zone, to state: Int32, _ end: Findings.End) -> Int {
    let place = Int(state)
    for (compared, node) in widest[place].reversed().enumerated()
    where zone.isWithin(zones, at: nodes[Int(node)].zone) { return compared + 1 }
    let compared = widest[place].count
    for node in widest[place] where zone.contains(zones, at: nodes[Int(node)].zone) {
      nodes[Int(node)].isCovered = true
    }
    widest[place] = widest[place].filter { !nodes[Int($0)].isCovered }
    widest[place].append(Int32(nodes.count))
    nodes.append(Node(end: end, state: state, zone: zones.count))
    zone.append(to: &zones)
    return compared
  }

  func count(_ bytes: inout StoredBytes) {
    bytes.add(nodes)
    bytes.add(words)
    bytes.add(timers)
    bytes.add(timerStarts)
    // The key of a state and its list of nodes are arrays of their own.
    bytes.add(widest, each: 112 + 8 * keyWords / max(1, stateCount))
    bytes.add(zones)
  }
}
