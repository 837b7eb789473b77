import LaunchFlowDeliveryMachine

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
    case start(app: String, isReboot: Bool, isForeground: Bool)
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
    violations.append("\(what): " + course.reversed().map { "\($0)" }.joined(separator: "; "))
  }

  /// A new process.
  private mutating func begin(_ node: DeliveryNode) {
    for app in universe.hasUpdate && node.app == "1" ? ["1", "2"] : [node.app] {
      for isReboot in universe.hasReboots ? [false, true] : [false] {
        for isForeground in universe.hasBackground ? [true, false] : [true] {
          var next = node
          if app != node.app {
            next.accepted = []
            next.bad = [:]
            next.judgements = [:]
          }
          if app != node.app || isReboot { next.killed = nil }
          // The boot has one name in all courses; the mark of an earlier one has another.
          if isReboot, node.disk.trial?.mark != nil { next.disk.trial?.mark = "earlier" }
          (next.app, next.isForeground) = (app, isForeground)
          var machine = DeliveryMachine(
            next.disk, for: DeliveryMachine.App(identity: app, sequence: 0), DeliveryUniverse.rules)
          next.effects = machine.take(.start(boot: Self.boot, isForeground: isForeground))
          next.machine = machine
          event = .start(app: app, isReboot: isReboot, isForeground: isForeground)
          if app == next.disk.app, next.disk.trial == nil, next.disk.judging == nil, next.effects.count > 1 {
            fail("work without a trial")
          }
          find(next)
        }
      }
    }
  }

  private mutating func goOn(_ node: DeliveryNode) {
    kill(node)
    if let effect = node.effects.first {
      var next = node
      next.effects.removeFirst()
      perform(effect, next)
      return
    }
    guard let use = node.use else { return fail("a launch without a flow") }
    // Such files crash before anything is healthy.
    let isCrashing = use.files == DeliveryUniverse.bad || use.files == "bundled" && universe.isBundledBad
    if !isCrashing { give(.healthy, node) }
    if universe.landsBadly { give(.landed(isBad: true), node) }
    if universe.hasBackground { give(.leftForeground, node) }
    if !isCrashing || !node.isWatched { give(.tail, node) }
    if node.isFetching { answer(node) }
    if let edition = node.judging, edition.files != DeliveryUniverse.poison {
      var next = node
      next.judging = nil
      let isAccepted = edition.files != DeliveryUniverse.refused
      if isAccepted {
        next.accepted.insert(edition)
        next.bad[edition.files] = nil
      }
      give(.judged(isAccepted: isAccepted), next)
    }
  }

  private mutating func answer(_ node: DeliveryNode) {
    var next = node
    next.isFetching = false
    give(.answered(.unchanged), next)
    if universe.hasReplays { give(.answered(.failed), next) }
    let floor = node.machine?.record.floor?.sequence ?? 0
    for offer in universe.offers where universe.hasReplays || offer.edition.sequence >= floor {
      for clock in universe.clocks {
        next.lastOffer = offer
        next.lastClock = clock
        give(.answered(.offer(offer, etag: "tag", now: clock)), next)
      }
    }
  }

  private mutating func give(_ input: DeliveryMachine.Input, _ node: DeliveryNode) {
    var next = node
    guard let effects = next.machine?.take(input), next.machine != node.machine || !effects.isEmpty else {
      return
    }
    event = .input(input)
    switch input {
    case .landed(isBad: true) where node.isWatched:
      next.count(node.use?.files ?? "")
      next.isWatched = false
      next.hasMarked = false
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
    if node.hasMarked { next.killed = node.disk.chain.first?.files ?? "bundled" }
    next.hasMarked = false
    (next.use, next.isWatched, next.writes, next.isBeforeTail) = (nil, false, 0, true)
    (next.lastOffer, next.lastClock, next.isForeground) = (nil, 0, false)
    find(next)
  }

  private mutating func perform(_ effect: DeliveryMachine.Effect, _ node: DeliveryNode) {
    var next = node
    event = .done(effect)
    switch effect {
    case .save(let isSweeping):
      if node.failures < universe.failures {
        event = .failed(effect)
        next.failures += 1
        next.effects += next.machine?.take(.saved(false)) ?? []
        find(next)
        next = node
        event = .done(effect)
      }
      guard let record = node.machine?.record else { return }
      check(record, node)
      // A bad start counts once the next start has saved it: until then a reboot can still hide it.
      if let killed = next.killed { next.count(killed) }
      next.killed = nil
      // What has passed begins anew if it is ever tried again.
      if node.disk.trial != nil, record.trial == nil, node.disk.chain.first == record.chain.first {
        next.bad[record.chain.first?.files ?? "bundled"] = nil
      }
      next.disk = record
      next.hasMarked = record.trial?.mark == Self.boot
      if let begun = record.judging, begun != node.disk.judging, begun.attempts > 0 {
        next.judgements[begun.edition.files] = min(2, next.judgements[begun.edition.files, default: 0] + 1)
      }
      next.writes += node.isBeforeTail ? 1 : 0
      if next.writes > 2 { fail("more than two writes") }
      if isSweeping { next.files.formIntersection(record.kept) }
      next.effects += next.machine?.take(.saved(true)) ?? []
      find(next)
    case .use(let choice): use(choice, node)
    case .fetch:
      next.isFetching = true
      find(next)
    case .keep(let edition):
      checkFresh(edition, node)
      next.files.insert(edition)
      find(next)
    case .judge(let edition):
      if node.disk.judging?.edition != edition { fail("a judgement without a trace on the disk") }
      next.judging = edition
      find(next)
    case .tell(let news):
      check(news, next)
      find(next)
    }
  }

  private mutating func use(_ choice: DeliveryMachine.Choice, _ node: DeliveryNode) {
    var next = node
    next.use = choice
    next.isWatched = node.machine?.isMarked ?? false
    if next.isWatched, node.disk.trial?.mark != Self.boot { fail("a trial without a mark on the disk") }
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
      lost.effects += lost.machine?.take(.lost) ?? []
      find(lost)
      event = .done(.use(choice))
    }
    guard node.files.contains(edition) else { return }
    used.insert(edition.files)
    if !node.accepted.contains(edition) { fail("an unaccepted edition") }
    if node.disk.quarantine.contains(edition.files) { fail("a quarantined edition") }
    if next.isWatched, next.bad[edition.files, default: 0] >= DeliveryUniverse.rules.badStarts {
      fail("no recovery from a bad edition")
    }
    if edition.files == DeliveryUniverse.bad, !next.isWatched { fail("a bad edition without a trial") }
    find(next)
  }

  private mutating func check(_ record: DeliveryRecord, _ node: DeliveryNode) {
    if record.chain.count > 2 { fail("more than two editions") }
    if (record.floor?.sequence ?? 0) < (node.disk.floor?.sequence ?? 0) { fail("a lower floor") }
    for edition in record.kept where !node.files.contains(edition) && node.damages == 0 {
      fail("a record of a file that is not there")
    }
  }

  private mutating func checkFresh(_ edition: Edition, _ node: DeliveryNode) {
    guard let offer = node.lastOffer, offer.edition == edition else {
      return fail("an edition unasked")
    }
    if node.lastClock >= offer.expires { fail("an expired edition") }
    if edition.sequence < node.disk.floor?.sequence ?? 0 { fail("an older edition") }
    if offer.issued > node.lastClock + DeliveryMachine.clockTolerance { fail("a clock set back") }
  }

  private mutating func check(_ news: DeliveryMachine.News, _ node: DeliveryNode) {
    switch news {
    case .quarantined(let edition):
      let isEarned =
        node.badStarts(of: edition.files) >= DeliveryUniverse.rules.badStarts
        || node.judgements[edition.files, default: 0] >= DeliveryUniverse.rules.judgements
      if !isEarned, node.failures == 0 { fail("a quarantine for nothing") }
    case .safeMode:
      if node.badStarts(of: "bundled") < DeliveryUniverse.rules.badStarts,
        !node.disk.isBundledBad, node.failures == 0
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
    bad[files] = min(DeliveryUniverse.rules.badStarts, bad[files, default: 0] + 1)
  }
}
