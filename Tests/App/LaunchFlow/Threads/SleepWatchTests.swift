import LaunchFlowTestFlows
import Testing

@testable import LaunchFlow

/// Sleeps that the process notices by its alarms.
@Suite struct SleepWatchTests {
  /// A process that runs and sleeps in turn. Written from the reference: an alarm that should ring after a second at most
  /// rings a second or more too late. So a sleep of less than a second is not noticed, and one of two seconds always is.
  @Test func `sleeps are those of the reference`() {
    let second: Int64 = 1_000_000_000
    var noticed = 0
    for seed in oracleSeeds(500) {
      var random = SeededRandom(seed: seed)
      var watch = SleepWatch()
      var (now, alarm) = (Int64(random.number(0...10)) * second, Int64.max)
      func thousandths(_ range: ClosedRange<Int>) -> Int64 { Int64(random.number(range)) * second / 1_000 }
      func set() {
        alarm = now + thousandths(0...1_000)
        watch.alarm(at: alarm, now)
      }
      set()
      let start = now
      var (least, most): (Int64, Int64) = (0, 0)
      for _ in 0..<random.number(1...12) {
        // It runs: each alarm rings when it is due.
        let end = now + thousandths(0...3_000)
        while alarm <= end {
          now = alarm + 1
          set()
        }
        now = max(now, end)
        if random.chance(60) {
          let length = thousandths(0...4_000)
          now += length
          if length >= 2 * second { least += length - second }
          // The alarm rings up to a nanosecond late, even where the process does not sleep.
          if length >= second { most += length + 1 }
        }
        // It wakes up: an answer is handled, or the alarm rings.
        watch.note(at: now)
        if alarm <= now || random.chance(50) { set() }
      }
      let slept = watch.total(since: start)
      #expect(least <= slept && slept <= most, "seed \(seed)")
      #expect(watch.total(since: now) == 0, "seed \(seed)")
      if slept > 0 { noticed += 1 }
    }
    #expect(noticed > 100)
  }

  @Test func `only the part of a sleep after the start of a run counts`() {
    var watch = SleepWatch()
    watch.alarm(at: 10, 0)
    watch.note(at: 5_000_000_010)
    #expect(watch.total(since: 0) == 5_000_000_000)
    #expect(watch.total(since: 2_000_000_010) == 3_000_000_000)
    // Less than a second is no sleep.
    #expect(watch.total(since: 4_000_000_011) == 0)
    // The alarm that was overdue counts once.
    watch.note(at: 9_000_000_000)
    #expect(watch.total(since: 0) == 5_000_000_000)
  }

  @Test func `an alarm that is off is never late`() {
    var watch = SleepWatch()
    watch.note(at: 5_000_000_000)
    watch.alarm(at: 6_000_000_000, 5_000_000_000)
    watch.alarm(at: nil, 5_500_000_000)
    watch.note(at: 90_000_000_000)
    #expect(watch.total(since: 0) == 0)
  }
}
