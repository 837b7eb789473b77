/// Every found state, with its zones.
///
/// States are compared by all words of their keys. A zone within a known one of the same state is dropped; known ones
/// within a new one need not be explored again.
struct StateStore {
  /// One path on which a state was first reached.
  struct Node {
    var end: Findings.End
    var state: Int32
    /// The next node of the same state.
    var next: Int32
    var zone: Int
    /// Whether a larger zone of the same state was found later.
    var isCovered = false
  }

  let wordLength: Int
  private(set) var nodes: [Node] = []
  /// By key: the state.
  private var states: [[UInt64]: Int32] = [:]
  private var keyWords = 0
  /// By state: a machine in it.
  var words: [UInt64] = []
  /// By state: its caches, where decided.
  private(set) var cacheStates: [UInt16] = []
  private let cacheCount: Int
  private(set) var timers: [ArmedTimer] = []
  private var timerStarts: [Int32] = [0]
  /// By state: whether the run has landed.
  private var landed: [Bool] = []
  private var firstNodes: [Int32] = []
  private(set) var zones: [Int64] = []

  init(wordLength: Int, cacheCount: Int) {
    self.wordLength = wordLength
    self.cacheCount = cacheCount
  }

  var stateCount: Int { firstNodes.count }

  @inline(__always)
  func timers(of state: Int32) -> Range<Int> {
    Int(timerStarts[Int(state)])..<Int(timerStarts[Int(state) + 1])
  }

  func hasLanded(_ state: Int32) -> Bool { landed[Int(state)] }

  /// The state with a key; a new one without nodes if there is none. The words of a new one must be appended next.
  @inline(__always)
  mutating func state(
    _ key: [UInt64], _ changes: TimerChanges, cacheStates newCaches: [UInt16], hasLanded: Bool
  ) -> (state: Int32, isNew: Bool) {
    if let state = states[key] {
      let known = timers[timers(of: state)]
      assert(
        known.elementsEqual(changes.armed) {
          $0.slot == $1.slot && $0.length == $1.length
        },
        "states with one key have the same timers")
      return (state, false)
    }
    let state = Int32(firstNodes.count)
    states[key] = state
    keyWords += key.count
    cacheStates.append(contentsOf: newCaches)
    timers.append(contentsOf: changes.armed)
    timerStarts.append(Int32(timers.count))
    landed.append(hasLanded)
    firstNodes.append(-1)
    return (state, true)
  }

  /// Adds a zone to a state, unless a known one contains it; returns the number of zones compared with it.
  mutating func add(_ zone: Zone, to state: Int32, _ end: Findings.End) -> Int {
    var compared = 0
    var previous: Int32 = -1
    var node = firstNodes[Int(state)]
    while node >= 0 {
      compared += 1
      if zone.isWithin(zones, at: nodes[Int(node)].zone) { return compared }
      let next = nodes[Int(node)].next
      if zone.contains(zones, at: nodes[Int(node)].zone) {
        nodes[Int(node)].isCovered = true
        if previous < 0 { firstNodes[Int(state)] = next } else { nodes[Int(previous)].next = next }
      } else {
        previous = node
      }
      node = next
    }
    let new = Int32(nodes.count)
    nodes.append(Node(end: end, state: state, next: firstNodes[Int(state)], zone: zones.count))
    firstNodes[Int(state)] = new
    zone.append(to: &zones)
    return compared
  }

  func count(_ bytes: inout StoredBytes) {
    bytes.add(nodes)
    bytes.add(words)
    bytes.add(cacheStates)
    bytes.add(timers)
    bytes.add(timerStarts)
    bytes.add(landed)
    // A key is an array of its own.
    bytes.add(firstNodes, each: 64 + 8 * keyWords / max(1, stateCount))
    bytes.add(zones)
  }
}
