import LaunchFlow
import LaunchFlowTesting
import Testing

@Suite struct ManualEventLoopTests {
  @Test func `time does not pass by itself`() {
    let loop = ManualEventLoop()
    let log = Locked<[String]>([])
    let alarms = ["a", "b", "c"].map { name in
      loop.makeAlarm { log.withLock { $0.append("\(name)@\(loop.now)") } }
    }
    alarms[0].set(at: 30)
    alarms[1].set(at: 10)
    alarms[2].set(at: 30)
    loop.perform {
      log.withLock { $0.append("work@\(loop.now)") }
      loop.perform { log.withLock { $0.append("more") } }
    }
    #expect(log.withLock { $0 } == [])
    loop.advance(to: 20)
    #expect(log.withLock { $0 } == ["work@0", "more", "b@10"])
    #expect(loop.now == 20)
    #expect(loop.nextAlarm == 30)
    #expect(loop.step())
    #expect(loop.step())
    #expect(!loop.step())
    #expect(log.withLock { $0.suffix(2) } == ["a@30", "c@30"])
    #expect(loop.now == 30)
  }

  @Test func `an alarm that an alarm sets rings in order`() {
    let loop = ManualEventLoop()
    let times = Locked<[Int64]>([])
    let box = Locked<(any Alarm)?>(nil)
    let alarm = loop.makeAlarm {
      times.withLock { $0.append(loop.now) }
      if loop.now < 50 { box.withLock { $0 }?.set(at: loop.now + 20) }
    }
    box.withLock { $0 = alarm }
    alarm.set(at: 5)
    loop.advance(to: 1000)
    #expect(times.withLock { $0 } == [5, 25, 45, 65])
    box.withLock { $0 = nil }
  }
}
