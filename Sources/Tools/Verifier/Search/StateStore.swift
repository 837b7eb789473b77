/// Every found state, with its zones.
///
/// States are compared by their key's words, exactly: no proof relies on hashes alone. A zone within a known
/// one of the same state is dropped; known ones within a new one need not be explored again.
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

  let keyLength: Int
  let wordLength: Int
  private(set) var nodes: [Node] = []
  fileprivate var keys: [UInt64] = []
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
  /// State numbers plus 1 by the key's hash; open addressing, a power of two in size.
  private var table: [Int32]

  init(keyLength: Int, wordLength: Int, cacheCount: Int) {
    self.keyLength = keyLength
    self.wordLength = wordLength
    self.cacheCount = cacheCount
    table = Array(repeating: 0, count: 1 << 12)
  }

  var stateCount: Int { firstNodes.count }

  @inline(__always)
  func timers(of state: Int32) -> Range<Int> {
    Int(timerStarts[Int(state)])..<Int(timerStarts[Int(state) + 1])
  }

  func hasLanded(_ state: Int32) -> Bool { landed[Int(state)] }

  func key(of state: Int32) -> ArraySlice<UInt64> {
    keys[Int(state) * keyLength..<(Int(state) + 1) * keyLength]
  }

  /// The state with a key; a new one without nodes if there is none. The words of a new one must be appended next.
  @inline(__always)
  mutating func state(
    _ key: [UInt64], _ changes: TimerChanges, cacheStates newCaches: [UInt16], hasLanded: Bool
  ) -> (state: Int32, isNew: Bool) {
    let place = find(key)
    if table[place] > 0 {
      let known = timers[timers(of: table[place] - 1)]
      assert(
        known.elementsEqual(changes.armed) {
          $0.slot == $1.slot && $0.length == $1.length
        },
        "states with one key have the same timers")
      return (table[place] - 1, false)
    }
    let state = Int32(firstNodes.count)
    table[place] = state + 1
    keys.append(contentsOf: key)
    cacheStates.append(contentsOf: newCaches)
    timers.append(contentsOf: changes.armed)
    timerStarts.append(Int32(timers.count))
    landed.append(hasLanded)
    firstNodes.append(-1)
    if firstNodes.count * 2 > table.count { enlarge() }
    return (state, true)
  }

  @inline(__always)
  private func find(_ key: [UInt64]) -> Int {
    let mask = table.count - 1
    var place = Int(truncatingIfNeeded: Self.hash(key, from: 0, to: keyLength)) & mask
    while table[place] > 0, !isSame(Int(table[place] - 1), key) { place = (place + 1) & mask }
    return place
  }

  private func isSame(_ state: Int, _ key: [UInt64]) -> Bool {
    let base = state * keyLength
    return keys.withUnsafeBufferPointer { keys in
      key.withUnsafeBufferPointer { key in
        // Without an early end, several words are compared at once.
        var difference: UInt64 = 0
        for index in 0..<keyLength { difference |= keys[base + index] ^ key[index] }
        return difference == 0
      }
    }
  }

  private mutating func enlarge() {
    let mask = table.count * 2 - 1
    table = Array(repeating: 0, count: mask + 1)
    for state in firstNodes.indices {
      let base = state * keyLength
      var place = Int(truncatingIfNeeded: Self.hash(keys, from: base, to: base + keyLength)) & mask
      while table[place] > 0 { place = (place + 1) & mask }
      table[place] = Int32(state + 1)
    }
  }

  private static func hash(_ words: [UInt64], from first: Int, to end: Int) -> UInt64 {
    words.withUnsafeBufferPointer { words in
      // Two halves: neither waits for the other's product.
      var (hash, other): (UInt64, UInt64) = (0x2545_F491_4F6C_DD1D, 0xD1B5_4A32_D192_ED03)
      var place = first
      while place + 1 < end {
        hash = (hash ^ words[place]) &* 0x9E37_79B9_7F4A_7C15
        other = (other ^ words[place + 1]) &* 0xC2B2_AE3D_27D4_EB4F
        hash ^= hash >> 29
        other ^= other >> 31
        place += 2
      }
      if place < end { hash = (hash ^ words[place]) &* 0x9E37_79B9_7F4A_7C15 }
      hash = (hash ^ hash >> 32) &+ other &* 0x9E37_79B9_7F4A_7C15
      return hash ^ hash >> 32
    }
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
    bytes.add(keys)
    bytes.add(words)
    bytes.add(cacheStates)
    bytes.add(timers)
    bytes.add(timerStarts)
    bytes.add(landed)
    bytes.add(firstNodes)
    bytes.add(zones)
    bytes.add(table)
  }
}

/// The event between two states.
struct ExploredEvent: Hashable {
  enum Kind: UInt8 {
    /// The start. The subject is the combination of inputs; the detail is what is offline.
    case started
    /// An answer to a step's attempt. The detail is the choice.
    case answered
    /// A timer, by its slot.
    case fired
    /// A domain, or with -1 the whole app.
    case wentOffline, cameOnline
    /// A signal, by its index. The detail is the number of its value's result, or -1.
    case signalled
    case cancelled
  }

  var kind: Kind
  var subject: Int32
  var detail: Int32 = 0
}
