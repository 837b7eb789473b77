@testable import LaunchFlowDelivery

/// Follows every course of a universe, and notes what must never happen.
struct DeliveryExplorer {
  let universe: DeliveryUniverse
  private(set) var violations: [String] = []
  /// How many states there are.
  var count: Int { nodes.count }
  /// By state: its number.
  private var nodes: [DeliveryNode: Int] = [:]
  /// By number: the state that it was reached from, and how.
  private var ways: [(from: Int, by: Event)] = []
  /// Which flows some launch used.
  private(set) var used: Set<String> = []
  private var open: [DeliveryNode] = []
  /// The state that is followed now, and what happens to it.
  private var current = 0
  private var event = Event.kill
  private static let boot = "now"
  private static let most = 400_000

  /// What led from one state to the next.
  enum Event {
    case kill
    case start(app: String, isReboot: Bool, DeliveryMachine.Start)
    case input(DeliveryMachine.Input)
    case done(DeliveryMachine.Effect)
    case failed(DeliveryMachine.Effect)
  }

  init(_ universe: DeliveryUniverse) { self.universe = universe }

  mutating func explore() {
    find(DeliveryNode())
    while let node = open.popLast(), violations.isEmpty {
      guard count < Self.most else { return fail("too many states") }
      current = nodes[node] ?? 0
      if node.machine == nil { begin(node) } else { goOn(node) }
    }
  }

  private mutating func find(_ node: DeliveryNode) {
    var node = node
    node.forget()
    guard nodes[node] == nil else { return }
    nodes[node] = ways.count
    ways.append((current, event))
    open.append(node)
  }

  /// Notes what must not happen, with the whole course to it.
  private mutating func fail(_ what: String) {
    var course = [event]
    var number = current
    while number > 0 {
      course.append(ways[number].by)
      number = ways[number].from
    }
    let text = course.reversed().map { "\($0)" }.joined(separator: "; ")
    violations.append("\(what): " + text.replacing("LaunchFlowDelivery.", with: ""))
  }

  /// A new process.
  private mutating func begin(_ node: DeliveryNode) {
    let clocks = universe.freshness == nil ? [universe.clocks[0]] : universe.clocks
    for app in universe.hasUpdate && node.app == "1" ? ["1", "2"] : [node.app] {
      for isReboot in universe.hasReboots ? [false, true] : [false] {
        for isForeground in universe.hasBackground ? [true, false] : [true] {
          for clock in clocks { begin(node, app, isReboot, isForeground, clock) }
        }
      }
    }
  }

  private mutating func begin(
    _ node: DeliveryNode, _ app: String, _ isReboot: Bool, _ isForeground: Bool, _ clock: Int64
  ) {
    var next = node
    if app != node.app {
      (next.accepted, next.bad, next.judgements) = ([], [:], [:])
      // The mark of another app says nothing.
      (next.row, next.hasCrashed, next.marked) = (0, false, nil)
    }
    if app != node.app || isReboot { next.killed = nil }
    // The boot has one name in all courses; the mark of an earlier one has another.
    if isReboot, node.mark != nil { next.mark = "earlier" }
    (next.app, next.isForeground) = (app, isForeground)
    if universe.freshness != nil { next.startClock = clock }
    var machine = DeliveryMachine(
      next.disk,
      for: DeliveryMachine.App(identity: app, sequence: 0, keys: universe.keys[app] ?? []), universe.rules)
    let start = DeliveryMachine.Start(
      boot: Self.boot, mark: next.mark, isForeground: isForeground, now: clock)
    next.effects = machine.take(.start(start))
    next.machine = machine
    event = .start(app: app, isReboot: isReboot, start)
    if app == next.disk.app, next.disk.trial == nil, next.disk.judging == nil, next.mark == nil,
      !next.hasCrashed, universe.freshness == nil, next.effects.count > 1
    {
      fail("work without a trial")
    }
    find(next)
  }

  private mutating func goOn(_ node: DeliveryNode) {
    kill(node)
    if let effect = node.effects.first {
      var next = node
      next.effects.removeFirst()
      perform(effect, next)
      return
    }
    if node.isFetching { answer(node) }
    if let edition = node.judging, edition.files != DeliveryUniverse.poison {
      var next = node
      next.judging = nil
      let offer = edition.files == DeliveryUniverse.refused ? nil : universe.trusted(edition, by: node.app)
      if offer != nil {
        next.accepted.insert(edition)
        next.bad[edition.files] = nil
      }
      give(.judged(offer), next)
    }
    guard let use = node.use else {
      if !node.isFetching, node.judging == nil { fail("a launch without a flow") }
      return
    }
    // Such files crash before they land.
    let isCrashing = use.files == DeliveryUniverse.bad || use.files == "bundled" && universe.isBundledBad
    if node.hasLanded { give(.healthy, node) }
    if !isCrashing, !node.hasLanded { give(.landed(isBad: false), node) }
    if universe.landsBadly, !node.hasLanded { give(.landed(isBad: true), node) }
    if universe.hasBackground { give(.leftForeground, node) }
    if node.hasLanded || isCrashing && node.mark == nil { give(.tail, node) }
  }

  private mutating func answer(_ node: DeliveryNode) {
    var next = node
    next.isFetching = false
    give(.answered(.unchanged), next)
    if universe.hasReplays { give(.answered(.failed), next) }
    let floor = node.machine?.record.floors.values.map(\.edition.sequence).max() ?? 0
    for offer in universe.offers where universe.hasReplays || offer.edition.sequence >= floor {
      guard let offer = universe.trusted(offer, by: node.app) else {
        give(.answered(.failed), next)
        continue
      }
      for clock in universe.clocks {
        next.lastOffer = offer
        next.lastClock = clock
        give(.answered(.offer(offer, etag: "tag", now: clock)), next)
      }
    }
  }

  private mutating func give(_ input: DeliveryMachine.Input, _ node: DeliveryNode) {
    var next = node
    guard let effects = next.machine?.take(input) else { return }
    event = .input(input)
    switch input {
    case .landed(let isBad):
      next.hasLanded = true
      if isBad, node.isWatched { (next.killed, next.isWatched) = (node.use?.files, false) }
    case .healthy, .leftForeground: next.isWatched = false
    case .tail: next.isBeforeTail = false
    default: break
    }
    next.effects = effects
    find(next)
  }

  private mutating func kill(_ node: DeliveryNode) {
    event = .kill
    var next = node
    next.machine = nil
    next.effects = []
    next.isFetching = false
    next.judging = nil
    next.killed = node.mark == Self.boot ? node.marked : nil
    (next.use, next.isWatched, next.writes, next.isBeforeTail) = (nil, false, 0, true)
    (next.hasFetched, next.hasLanded, next.hasLost, next.startClock) = (false, false, false, 0)
    (next.lastOffer, next.lastClock, next.isForeground) = (nil, 0, false)
    find(next)
  }

  private mutating func perform(_ effect: DeliveryMachine.Effect, _ node: DeliveryNode) {
    var next = node
    event = .done(effect)
    switch effect {
    case .save(let isSweeping): save(isSweeping, effect, node)
    case .mark:
      failing(effect, node, .marked(false))
      (next.mark, next.marked) = (Self.boot, node.machine?.record.chain.first?.files ?? "bundled")
      next.effects += next.machine?.take(.marked(true)) ?? []
      find(next)
    case .unmark:
      next.mark = nil
      find(next)
    case .use(let choice): use(choice, node)
    case .fetch:
      (next.isFetching, next.hasFetched) = (true, true)
      find(next)
    case .keep(let edition):
      checkFresh(edition, node)
      next.files.insert(edition)
      find(next)
    case .judge(let edition):
      if node.disk.judging?.edition != edition { fail("a judgement without a trace on the disk") }
      next.judging = edition
      find(next)
    case .tell(let event):
      check(event, next)
      find(next)
    }
  }

  /// The same effect on a disk that fails.
  private mutating func failing(
    _ effect: DeliveryMachine.Effect, _ node: DeliveryNode, _ input: DeliveryMachine.Input
  ) {
    guard node.failures < universe.failures else { return }
    var next = node
    event = .failed(effect)
    next.failures += 1
    next.effects += next.machine?.take(input) ?? []
    find(next)
    event = .done(effect)
  }

  private mutating func save(
    _ isSweeping: Bool, _ effect: DeliveryMachine.Effect, _ node: DeliveryNode
  ) {
    failing(effect, node, .saved(false))
    guard let record = node.machine?.record else { return }
    var next = node
    check(record, node)
    // A bad start counts once it is saved: until then a reboot can still hide it.
    if let killed = next.killed {
      if node.disk.trial != nil { next.count(killed) }
      next.row = min(DeliveryUniverse.mostBad, next.row + 1)
      next.hasCrashed = true
    }
    next.killed = nil
    // What has landed crashes no more in a row. Another flow begins anew.
    if node.hasLanded { (next.row, next.hasCrashed) = (0, false) }
    if node.disk.chain.first != record.chain.first { next.row = 0 }
    // What comes in the place of a lost one has not crashed. A kill before this save forgets the loss.
    if node.hasLost { (next.row, next.hasCrashed, next.hasLost) = (0, false, false) }
    // What has passed begins anew if it is ever tried again.
    if node.disk.trial != nil, record.trial == nil, node.disk.chain.first == record.chain.first {
      next.bad[record.chain.first?.files ?? "bundled"] = nil
    }
    next.disk = record
    if let begun = record.judging, begun != node.disk.judging, begun.attempts > 0 {
      let count = next.judgements[begun.edition.files, default: 0] + 1
      next.judgements[begun.edition.files] = min(DeliveryUniverse.mostJudgements, count)
    }
    next.writes += node.isBeforeTail && !node.hasFetched ? 1 : 0
    if next.writes > 2 { fail("more than two writes") }
    if isSweeping { next.files.formIntersection(record.kept) }
    next.effects += next.machine?.take(.saved(true)) ?? []
    find(next)
  }

  private mutating func use(_ choice: DeliveryMachine.Choice, _ node: DeliveryNode) {
    var next = node
    next.use = choice
    let isMarked = node.machine?.isMarked ?? false
    next.isWatched = isMarked && node.machine?.record.trial != nil
    if isMarked != (node.mark == Self.boot) { fail("a mark that is not the machine's") }
    if node.hasCrashed, !node.hasFetched { fail("a start after a crash that did not look for a package") }
    guard case .edition(let edition) = choice else {
      used.insert("\(choice)")
      return find(next)
    }
    if node.damages < universe.damages || !node.files.contains(edition) {
      var lost = next
      event = .failed(.use(choice))
      if node.files.contains(edition) {
        lost.damages += 1
      } else if node.damages == 0 {
        fail("a file that is gone")
      }
      lost.files.remove(edition)
      lost.use = nil
      lost.hasLost = true
      lost.effects += lost.machine?.take(.lost) ?? []
      find(lost)
      event = .done(.use(choice))
    }
    guard node.files.contains(edition) else { return }
    used.insert(edition.files)
    if !node.accepted.contains(edition) { fail("an unaccepted edition") }
    if universe.trusted(edition, by: node.app) == nil { fail("an edition that nobody trusted has signed") }
    if node.isForeground, !isMarked { fail("a delivered flow without a mark") }
    if node.row >= DeliveryUniverse.mostBad { fail("no return from what crashes in a row") }
    if let freshness = universe.freshness, let record = node.machine?.record {
      let isFresh = node.startClock - record.issued <= freshness * DeliveryUniverse.day
      if !isFresh { fail("an edition that nobody has confirmed") }
    }
    if node.disk.quarantine.contains(edition.files) { fail("a quarantined edition") }
    if next.isWatched, next.bad[edition.files, default: 0] >= DeliveryUniverse.mostBad {
      fail("no recovery from a bad edition")
    }
    if edition.files == DeliveryUniverse.bad, !next.isWatched { fail("a bad edition without a trial") }
    find(next)
  }

  private mutating func check(_ record: DeliveryRecord, _ node: DeliveryNode) {
    if record.chain.count > 2 { fail("more than two editions") }
    for (key, floor) in node.disk.floors where universe.keys[node.app]?.contains(key) == true {
      let now = record.floors[key]
      if (now?.edition.sequence ?? 0) < floor.edition.sequence || (now?.issued ?? 0) < floor.issued {
        fail("a lower floor")
      }
    }
    for edition in record.kept where !node.files.contains(edition) && node.damages == 0 {
      fail("a record of a file that is not there")
    }
  }

  private mutating func checkFresh(_ edition: Edition, _ node: DeliveryNode) {
    guard let offer = node.lastOffer, offer.edition == edition else {
      return fail("an edition unasked")
    }
    if node.lastClock >= offer.expires { fail("an expired edition") }
    let trusted = node.disk.floors.filter { universe.keys[node.app]?.contains($0.key) == true }.values
    if trusted.contains(where: { edition.sequence < $0.edition.sequence }) { fail("an older edition") }
    if offer.issued > node.lastClock + DeliveryMachine.clockTolerance { fail("a clock set back") }
  }

  private mutating func check(_ event: DeliveryEvent, _ node: DeliveryNode) {
    switch event {
    case .quarantined(let version):
      let files = universe.offers.map(\.edition).filter { $0.version == version }.map(\.files)
      let isEarned = files.contains {
        node.badStarts(of: $0) >= DeliveryUniverse.mostBad
          || node.row + (node.killed == $0 ? 1 : 0) >= DeliveryUniverse.mostBad
          || node.judgements[$0, default: 0] >= DeliveryUniverse.mostJudgements
      }
      if !isEarned, node.failures == 0 { fail("a quarantine for nothing") }
    case .safeMode:
      if node.badStarts(of: "bundled") < DeliveryUniverse.mostBad, !node.disk.isBundledBad,
        node.failures == 0
      {
        fail("safe mode for nothing")
      }
    default: break
    }
  }
}

extension DeliveryNode {
  /// The bad starts, the last one included.
  fileprivate func badStarts(of files: String) -> Int {
    bad[files, default: 0] + (killed == files ? 1 : 0)
  }

  /// Counts a bad start.
  fileprivate mutating func count(_ files: String) {
    bad[files] = min(DeliveryUniverse.mostBad, bad[files, default: 0] + 1)
  }
}
