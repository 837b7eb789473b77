import LaunchFlowMachine
import LaunchFlowSwitch
import LaunchFlowTestFlows
import Testing

@Suite struct ScheduleTests {
  /// What a schedule does, as a list that is searched.
  private struct Reference {
    var entries: [(slot: Int, time: Int64, order: UInt64)] = []

    mutating func set(_ slot: Int, _ time: Int64, _ order: UInt64) {
      clear(slot)
      entries.append((slot, time, order))
    }

    mutating func clear(_ slot: Int) { entries.removeAll { $0.slot == slot } }

    mutating func pop(before time: Int64, _ order: UInt64) -> Schedule.Due? {
      let first = entries.indices.min {
        (entries[$0].time, entries[$0].order, $0) < (entries[$1].time, entries[$1].order, $1)
      }
      guard let first, (entries[first].time, entries[first].order) < (time, order) else { return nil }
      let entry = entries.remove(at: first)
      return Schedule.Due(slot: entry.slot, time: entry.time)
    }
  }

  /// Few times and orders, so that many entries are equal; now and then enough entries to compact.
  @Test(arguments: seeds(4)) func `events come in the order of a sorted list`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func draw(_ bound: Int) -> Int { random.number(0...bound - 1) }
    let slots = 1 + draw(200)
    var schedule = Schedule(slots: slots)
    var reference = Reference()
    for _ in 0..<2000 {
      let slot = draw(slots)
      switch draw(10) {
      case 0..<5:
        let (time, order) = (Int64(draw(30)), UInt64(draw(4)))
        schedule.set(slot, at: time, order: order)
        reference.set(slot, time, order)
      case 5..<8:
        schedule.clear(slot)
        reference.clear(slot)
      case 8:
        let (time, order) = (Int64(draw(30)), UInt64(draw(4)))
        #expect(schedule.pop(before: time, order) == reference.pop(before: time, order))
      default:
        #expect(schedule.pop() == reference.pop(before: .max, .max))
      }
      #expect(schedule.count == reference.entries.count)
      #expect(schedule.nextTime() == reference.entries.map(\.time).min())
    }
    schedule.clearAll()
    #expect(schedule.pop() == nil)
    schedule.set(0, at: 3, order: 0)
    #expect(schedule.pop() == Schedule.Due(slot: 0, time: 3))
  }

  @Test func `new slots have no time`() {
    var schedule = Schedule()
    let (first, second) = (schedule.addSlot(), schedule.addSlot())
    schedule.set(second, at: .max, order: .max - 1)
    schedule.clear(first)
    #expect(schedule.pop(before: .max) == Schedule.Due(slot: second, time: .max))
    #expect(schedule.nextTime() == nil)
  }

  /// A long time-out that is cleared, or set anew, would otherwise keep its entry until it is due.
  @Test(arguments: [false, true]) func `entries that no longer count do not pile up`(clears: Bool) {
    var schedule = Schedule(slots: 40)
    for slot in 0..<40 { schedule.set(slot, at: 1_000_000, order: 0) }
    for round in 0..<10_000 {
      if clears { schedule.clear(round % 40) }
      schedule.set(round % 40, at: 1_000_000, order: UInt64(round))
      #expect(schedule.entryCount <= 81)
    }
    #expect(schedule.count == 40)
  }

  @Test(arguments: [1, 5, 100]) func `every timer of a switch has a slot of its own`(failures: Int) throws {
    let text = """
      {
        "switch": "till",
        "factors": {
          "network": {
            "probe": { "http": { "url": "https://probe.example.com/204", "expect": "none" }, "timeout": "3s" },
            "every": "60s"
          },
          "service": {
            "watch": { "trade": ["POST /trade/*"], "member": ["/member/*"], "search": ["/search/*"] },
            "trigger": { "failures": \(failures), "within": "30s" },
            "confirm": { "http": { "url": "https://qos.example.com/${domain}" }, "timeout": "3s",
                         "results": { "faulty": { "at": "/fault", "equals": true } } },
            "poll": { "every": "15s" }
          }
        }
      }
      """
    let reading = OfflineSwitchDocument.read(SourceText(name: "till.json", bytes: Array(text.utf8)))
    let plan = SwitchPlan(try #require(reading.document))
    var timers = [SwitchTimer(.window), SwitchTimer(.probeTimeout), SwitchTimer(.probe)]
    for domain in 0..<3 {
      timers += [SwitchTimer.Kind.questionTimeout, .poll, .keep].map { SwitchTimer($0, of: domain) }
      timers += (0..<failures).map { SwitchTimer(.failure, of: domain, place: $0) }
    }
    #expect(plan.timerSlots == timers.count)
    #expect(timers.map { plan.slot(of: $0) } == Array(0..<timers.count))
  }
}
