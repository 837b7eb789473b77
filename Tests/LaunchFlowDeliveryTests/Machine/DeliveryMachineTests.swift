import LaunchFlowDeliveryMachine
import Testing

/// Rules of the machine one by one, where no course of the small universes tells them apart.
@Suite struct DeliveryMachineTests {
  private static let app = DeliveryMachine.App(identity: "1", sequence: 0)
  private static let first = Edition(sequence: 1, manifest: "m1", files: "f1")
  private static let second = Edition(sequence: 2, manifest: "m2", files: "f2")

  private static func record(_ change: (inout DeliveryRecord) -> Void = { _ in }) -> DeliveryRecord {
    var record = DeliveryRecord()
    record.app = "1"
    change(&record)
    return record
  }

  /// A machine whose start is over, and the effects of the start.
  private static func started(
    _ record: DeliveryRecord, app: DeliveryMachine.App = app, isForeground: Bool = true
  ) -> (DeliveryMachine, [DeliveryMachine.Effect]) {
    var machine = DeliveryMachine(record, for: app)
    var effects = machine.take(.start(boot: "now", isForeground: isForeground))
    if effects.contains(.save(sweeping: false)) { effects += machine.take(.saved(true)) }
    return (machine, effects)
  }

  private static func offer(_ edition: Edition) -> DeliveryMachine.Input {
    .answered(.offer(Offer(edition, issued: 10, expires: 1_000), etag: "tag", now: 100))
  }

  @Test func `a judgement that has crashed three times is never begun again`() {
    var record = Self.record { $0.judging = DeliveryRecord.Judging(Self.first, attempts: 0) }
    for attempt in 1...3 {
      var (machine, _) = Self.started(record)
      #expect(machine.take(.tail) == [.save(sweeping: false)])
      #expect(machine.record.judging?.attempts == attempt)
      record = machine.record
    }
    var (machine, effects) = Self.started(record)
    #expect(effects == [.tell(.quarantined(Self.first)), .save(sweeping: false), .use(.bundled)])
    #expect(machine.take(.tail) == [.fetch(etag: nil)])
    #expect(machine.take(Self.offer(Self.first)) == [.save(sweeping: false), .tell(.refused(.quarantined))])
  }

  @Test func `a damaged package is asked for again without its tag`() {
    var (machine, effects) = Self.started(
      Self.record {
        $0.chain = [Self.first]
        $0.etag = "tag"
      })
    #expect(effects == [.use(.edition(Self.first))])
    #expect(machine.take(.lost) == [.save(sweeping: false)])
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
      machine.take(.landed(isBad: true)) == [.tell(.badStart(.edition(Self.first))), .save(sweeping: false)])
    #expect(machine.record.trial?.bad == 1)
    #expect(machine.take(.landed(isBad: true)) == [])
    var (passed, _) = Self.started(Self.record { $0.chain = [Self.first] })
    #expect(passed.take(.landed(isBad: true)) == [])
  }

  @Test func `three healthy starts end a trial, and the former edition goes`() {
    var record = Self.record {
      $0.chain = [Self.second, Self.first]
      $0.trial = DeliveryRecord.Trial()
    }
    for _ in 1...2 {
      var (machine, _) = Self.started(record)
      #expect(machine.take(.healthy) == [.save(sweeping: false)])
      record = machine.record
    }
    var (machine, _) = Self.started(record)
    #expect(
      machine.take(.healthy) == [.save(sweeping: true), .tell(.trialPassed(.edition(Self.second)))])
    #expect(machine.record.kept == [Self.second])
  }

  @Test func `a new version of the app forgets failures, and judges what is newer than its own flow`() {
    let record = Self.record {
      $0.chain = [Self.first]
      $0.quarantine = ["f2"]
      $0.isBundledBad = true
      $0.failures = 3
      $0.skips = 7
    }
    let (machine, effects) = Self.started(record, app: DeliveryMachine.App(identity: "2", sequence: 0))
    #expect(effects == [.save(sweeping: false), .use(.bundled)])
    #expect(machine.record.quarantine == [] && !machine.record.isBundledBad && machine.record.skips == 0)
    #expect(machine.record.judging == DeliveryRecord.Judging(Self.first, attempts: 0))
    let (newer, _) = Self.started(record, app: DeliveryMachine.App(identity: "2", sequence: 1))
    #expect(newer.record.judging == nil)
  }

  @Test func `an edition that the bundled flow replaces is older`() {
    var (machine, _) = Self.started(Self.record(), app: DeliveryMachine.App(identity: "1", sequence: 2))
    _ = machine.take(.tail)
    #expect(machine.take(Self.offer(Self.second)).last == .tell(.refused(.older(than: 2))))
    #expect(machine.record.floor == nil)
  }

  @Test func `an answer ends the failures in a row`() {
    var (machine, _) = Self.started(Self.record { $0.failures = 2 })
    _ = machine.take(.tail)
    #expect(machine.take(.answered(.unchanged)) == [.save(sweeping: false), .tell(.unchanged)])
    #expect(machine.record.failures == 0)
  }

  @Test func `an accepted edition sweeps what it replaces, and is on trial`() {
    var (machine, _) = Self.started(Self.record { $0.chain = [Self.first] })
    #expect(machine.take(.tail) == [.fetch(etag: nil)])
    // The tail comes once in a launch.
    #expect(machine.take(.tail) == [])
    #expect(machine.take(Self.offer(Self.second)) == [.keep(Self.second), .save(sweeping: false)])
    #expect(machine.take(.saved(true)) == [.judge(Self.second)])
    #expect(
      machine.take(.judged(isAccepted: true)) == [.save(sweeping: true), .tell(.accepted(Self.second))])
    #expect(machine.record.chain == [Self.second, Self.first])
    #expect(machine.record.trial == DeliveryRecord.Trial())
  }
}
