import Testing

@testable import LaunchFlowDelivery

/// Rules of the machine one by one, where no course of the small universes tells them apart.
@Suite struct DeliveryMachineTests {
  private static let app = app()
  private static let first = Edition(sequence: 1, manifest: "m1", files: "f1")
  private static let second = Edition(sequence: 2, manifest: "m2", files: "f2")

  private static func app(
    _ identity: String = "1", sequence: Int64 = 0, keys: Set<String> = ["k"]
  ) -> DeliveryMachine.App {
    DeliveryMachine.App(identity: identity, sequence: sequence, keys: keys)
  }

  private static func record(_ change: (inout DeliveryRecord) -> Void = { _ in }) -> DeliveryRecord {
    var record = DeliveryRecord()
    record.app = "1"
    change(&record)
    return record
  }

  /// A machine whose start is over, and the effects of the start. The disk works.
  private static func started(
    _ record: DeliveryRecord, app: DeliveryMachine.App = app, mark: String? = nil, now: Int64 = 100
  ) -> (DeliveryMachine, [DeliveryMachine.Effect]) {
    var machine = DeliveryMachine(record, for: app, DeliveryMachine.Rules(freshness: 1_000))
    let start = DeliveryMachine.Start(boot: "now", mark: mark, now: now)
    var effects = machine.take(.start(start))
    if effects.contains(.save(sweeping: false)) { effects += machine.take(.saved(true)) }
    if effects.last == .mark { effects += machine.take(.marked(true)) }
    return (machine, effects)
  }

  private static func offer(_ edition: Edition, signers: [String] = ["k"]) -> Offer {
    Offer(edition: edition, signers: signers, issued: 10, expires: 1_000)
  }

  private static func answer(_ edition: Edition) -> DeliveryMachine.Input {
    .answered(.offer(offer(edition), etag: "tag", now: 100))
  }

  @Test func `a judgement that has crashed three times is never begun again`() {
    var record = Self.record { $0.judging = DeliveryRecord.Judging(edition: Self.first, attempts: 0) }
    for attempt in 1...3 {
      var (machine, _) = Self.started(record)
      #expect(machine.take(.tail) == [.save(sweeping: false)])
      #expect(machine.record.judging?.attempts == attempt)
      record = machine.record
    }
    var (machine, effects) = Self.started(record)
    #expect(
      effects == [.tell(.quarantined(version: Self.first.version)), .save(sweeping: false), .use(.bundled)])
    #expect(machine.take(.tail) == [.fetch(etag: nil)])
    #expect(machine.take(Self.answer(Self.first)) == [.save(sweeping: false), .tell(.refused(.quarantined))])
  }

  @Test func `a damaged package is asked for again without its tag`() {
    var (machine, effects) = Self.started(
      Self.record {
        $0.chain = [Self.first]
        $0.etag = "tag"
      })
    #expect(effects == [.mark, .use(.edition(Self.first))])
    // The mark goes first: a kill during the save is not this edition's fault.
    #expect(machine.take(.lost) == [.unmark, .save(sweeping: false)])
    #expect(machine.take(.saved(true)) == [.use(.bundled)])
    #expect(machine.take(.tail) == [.fetch(etag: nil)])
  }

  @Test func `a landing that is bad counts once, and only on trial`() {
    var (machine, _) = Self.started(
      Self.record {
        $0.chain = [Self.first]
        $0.trial = DeliveryRecord.Trial()
      })
    #expect(
      machine.take(.landed(isBad: true)) == [
        .unmark, .tell(.badStart(version: Self.first.version)), .save(sweeping: false),
      ])
    #expect(machine.record.trial?.bad == 1)
    #expect(machine.take(.landed(isBad: true)) == [])
    var (passed, _) = Self.started(Self.record { $0.chain = [Self.first] })
    #expect(passed.take(.landed(isBad: true)) == [.unmark])
    #expect(passed.record.chain == [Self.first])
  }

  @Test func `three healthy starts end a trial, and the former edition stays`() {
    var record = Self.record {
      $0.chain = [Self.second, Self.first]
      $0.trial = DeliveryRecord.Trial()
    }
    for _ in 1...2 {
      var (machine, _) = Self.started(record)
      #expect(machine.take(.healthy) == [.unmark, .save(sweeping: false)])
      record = machine.record
    }
    var (machine, _) = Self.started(record)
    #expect(
      machine.take(.healthy) == [
        .unmark, .save(sweeping: false), .tell(.trialPassed(version: Self.second.version)),
      ])
    #expect(machine.record.kept == [Self.second, Self.first])
  }

  @Test func `a new version of the app forgets failures, and judges what is newer than its own flow`() {
    let record = Self.record {
      $0.chain = [Self.first]
      $0.quarantine = ["f2"]
      $0.isBundledBad = true
      $0.failures = 3
      $0.skips = 7
    }
    let (machine, effects) = Self.started(record, app: Self.app("2"))
    #expect(effects == [.save(sweeping: false), .use(.bundled)])
    #expect(machine.record.quarantine == [] && !machine.record.isBundledBad && machine.record.skips == 0)
    #expect(machine.record.judging == DeliveryRecord.Judging(edition: Self.first, attempts: 0))
    let (newer, _) = Self.started(record, app: Self.app("2", sequence: 1))
    #expect(newer.record.judging == nil)
  }

  @Test func `an edition that the bundled flow replaces is older`() {
    var (machine, _) = Self.started(Self.record(), app: Self.app(sequence: 2))
    _ = machine.take(.tail)
    #expect(machine.take(Self.answer(Self.second)).last == .tell(.refused(.older(than: 2))))
    #expect(machine.record.floors.isEmpty)
  }

  @Test func `an answer ends the failures in a row`() {
    var (machine, _) = Self.started(Self.record { $0.failures = 2 })
    _ = machine.take(.tail)
    #expect(machine.take(.answered(.unchanged)) == [.save(sweeping: false), .tell(.unchanged)])
    #expect(machine.record.failures == 0)
  }

  @Test func `an accepted edition sweeps what it replaces, and is on trial`() {
    var (machine, _) = Self.started(Self.record { $0.chain = [Self.first] })
    #expect(machine.take(.tail) == [])
    _ = machine.take(.landed(isBad: false))
    #expect(machine.take(.tail) == [.fetch(etag: nil)])
    // The tail comes once in a launch.
    #expect(machine.take(.tail) == [])
    #expect(machine.take(Self.answer(Self.second)) == [.keep(Self.second), .save(sweeping: false)])
    #expect(machine.take(.saved(true)) == [.judge(Self.second)])
    #expect(
      machine.take(.judged(Self.offer(Self.second))) == [
        .save(sweeping: true), .tell(.accepted(version: Self.second.version)),
      ])
    #expect(machine.record.chain == [Self.second, Self.first])
    #expect(machine.record.trial == DeliveryRecord.Trial())
  }

  @Test func `two crashes in a row end a flow that has passed its trial, and the last good one returns`() {
    var record = Self.record { $0.chain = [Self.second, Self.first] }
    var effects: [DeliveryMachine.Effect] = []
    for crashes in 1...2 {
      var (machine, started) = Self.started(record, mark: "now")
      #expect(machine.record.crashes == crashes)
      // Before the start, whatever was fetched before.
      #expect(started.last == .fetch(etag: nil) && machine.choice == nil)
      effects = started + machine.take(.answered(.unchanged))
      record = machine.record
    }
    #expect(
      effects == [
        .unmark, .tell(.badStart(version: Self.second.version)),
        .tell(.quarantined(version: Self.second.version)),
        .save(sweeping: false), .fetch(etag: nil), .tell(.unchanged), .mark,
      ])
    #expect(record.chain == [Self.first] && record.trial == DeliveryRecord.Trial())
  }

  @Test func `a landing between two crashes keeps what has passed its trial`() {
    var (machine, _) = Self.started(Self.record { $0.chain = [Self.first] }, mark: "now")
    _ = machine.take(.answered(.failed)) + machine.take(.saved(true)) + machine.take(.marked(true))
    #expect(machine.take(.landed(isBad: false)) == [.unmark, .save(sweeping: false)])
    // It has fetched before its start.
    #expect(machine.take(.tail) == [])
    let (next, _) = Self.started(machine.record, mark: "now")
    #expect(next.record.chain == [Self.first] && next.record.crashes == 1)
  }

  @Test func `an order to return that is found after a crash holds for the same start`() {
    let order = Offer(edition: Self.second, signers: ["k"], issued: 10, expires: 1_000, isReturn: true)
    var (machine, _) = Self.started(Self.record { $0.chain = [Self.first] }, mark: "now")
    let effects = machine.take(.answered(.offer(order, etag: nil, now: 100)))
    #expect(effects == [.save(sweeping: true), .tell(.returned(version: Self.second.version))])
    #expect(machine.take(.saved(true)) == [.mark])
    #expect(machine.take(.marked(true)) == [.use(.bundled)])
    #expect(machine.record.trial == DeliveryRecord.Trial())
  }

  @Test func `a package that is found after a crash is judged and used in the same start`() {
    var (machine, _) = Self.started(Self.record { $0.chain = [Self.first] }, mark: "now")
    #expect(machine.take(Self.answer(Self.second)) == [.keep(Self.second), .save(sweeping: false)])
    #expect(machine.take(.saved(true)) == [.judge(Self.second)])
    let effects = machine.take(.judged(Self.offer(Self.second)))
    #expect(effects == [.save(sweeping: true), .tell(.accepted(version: Self.second.version))])
    #expect(machine.take(.saved(true)) == [.mark])
    #expect(machine.take(.marked(true)) == [.use(.edition(Self.second))])
  }

  @Test func `crashes while a package is judged count, however often it is offered`() {
    let (machine, _) = Self.started(
      Self.record {
        $0.crashes = 1
        $0.judging = DeliveryRecord.Judging(edition: Self.first, attempts: 2)
      })
    var looking = machine
    _ = looking.take(Self.answer(Self.first))
    #expect(looking.record.judging?.attempts == 3)
  }

  @Test func `the floor of a key goes with the key`() {
    let stolen = Edition(sequence: .max, manifest: "m", files: "f")
    let record = Self.record {
      $0.floors = ["k": .init(edition: Self.first, issued: 10), "old": .init(edition: stolen, issued: 900)]
    }
    var (before, _) = Self.started(record, app: Self.app(keys: ["k", "old"]))
    _ = before.take(.tail)
    #expect(before.take(Self.answer(Self.second)).last == .tell(.refused(.older(than: .max))))
    var (after, _) = Self.started(record, app: Self.app("2"))
    #expect(after.record.floors.keys.sorted() == ["k"])
    _ = after.take(.tail)
    #expect(after.take(Self.answer(Self.second)) == [.keep(Self.second), .save(sweeping: false)])
    #expect(after.record.floors["k"] == .init(edition: Self.second, issued: 10))
  }

  @Test func `all trusted keys that have signed an edition get its floor, also when it is judged anew`() {
    var (machine, _) = Self.started(
      Self.record { $0.chain = [Self.first] }, app: Self.app("2", keys: ["k", "new"]))
    _ = machine.take(.tail) + machine.take(.saved(true))
    _ = machine.take(.judged(Self.offer(Self.first, signers: ["k", "new"])))
    #expect(machine.record.floors.keys.sorted() == ["k", "new"])
  }

  @Test func `an unconfirmed edition is not used until it is confirmed`() {
    var record = Self.record {
      $0.chain = [Self.first]
      $0.floors = ["k": .init(edition: Self.first, issued: 10)]
    }
    #expect(Self.started(record, now: 1_010).1 == [.mark, .use(.edition(Self.first))])
    let (machine, effects) = Self.started(record, now: 1_011)
    #expect(effects == [.tell(.refused(.unconfirmed)), .use(.bundled)])
    record = machine.record
    record.floors["k"]?.issued = 11
    #expect(Self.started(record, now: 1_011).1 == [.mark, .use(.edition(Self.first))])
  }

  @Test func `without a mark, a delivered flow is not used`() {
    var machine = DeliveryMachine(Self.record { $0.chain = [Self.first] }, for: Self.app)
    #expect(machine.take(.start(.init(boot: "now", now: 0))) == [.mark])
    #expect(machine.take(.marked(false)) == [.use(.bundled)])
  }

  @Test func `no mark is written for a record that is not on the disk`() {
    var machine = DeliveryMachine(Self.record { $0.chain = [Self.first] }, for: Self.app)
    let start = DeliveryMachine.Start(boot: "now", mark: "now", now: 0)
    #expect(machine.take(.start(start)).last == .fetch(etag: nil))
    _ = machine.take(.saved(false))
    #expect(machine.take(.answered(.unchanged)) == [.tell(.unchanged), .use(.bundled)])
  }
}
