import LaunchFlow
import Testing

@Suite struct ManualDriverTests {
  @Test func timeStandsStillUntilItIsTold() {
    let driver = ManualDriver()
    let log = Guarded<[String]>([])
    let alarms = ["a", "b", "c"].map { name in
      driver.makeAlarm { log.withLock { $0.append("\(name)@\(driver.now)") } }
    }
    alarms[0].set(at: 30)
    alarms[1].set(at: 10)
    alarms[2].set(at: 30)
    driver.perform {
      log.withLock { $0.append("work@\(driver.now)") }
      driver.perform { log.withLock { $0.append("more") } }
    }
    #expect(log.withLock { $0 } == [])
    driver.advance(to: 20)
    #expect(log.withLock { $0 } == ["work@0", "more", "b@10"])
    #expect(driver.now == 20)
    #expect(driver.nextAlarm == 30)
    #expect(driver.step())
    #expect(driver.step())
    #expect(!driver.step())
    #expect(log.withLock { $0.suffix(2) } == ["a@30", "c@30"])
    #expect(driver.now == 30)
  }

  @Test func whatAnAlarmSetsIsTakenInItsTurn() {
    let driver = ManualDriver()
    let times = Guarded<[Int64]>([])
    let box = Guarded<(any Alarm)?>(nil)
    let alarm = driver.makeAlarm {
      times.withLock { $0.append(driver.now) }
      if driver.now < 50 { box.withLock { $0 }?.set(at: driver.now + 20) }
    }
    box.withLock { $0 = alarm }
    alarm.set(at: 5)
    driver.advance(to: 1000)
    #expect(times.withLock { $0 } == [5, 25, 45, 65])
    box.withLock { $0 = nil }
  }
}
