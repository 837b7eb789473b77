import Testing

@testable import LaunchFlowTimeline

@Suite struct TimeTextTests {
  @Test(arguments: [
    (0, "0 s"), (1, "1 ns"), (999, "999 ns"), (1_000, "1 µs"), (1_234_567, "1.23 ms"),
    (12_345_678, "12.3 ms"),
    (412_000_000, "412 ms"), (999_499_999, "999 ms"), (999_500_000, "1 s"), (1_005_000_000, "1.01 s"),
    (9_994_999_999, "9.99 s"), (9_995_000_000, "10 s"), (10_000_000_000, "10 s"), (28_340_000_000, "28.3 s"),
    (59_600_000_000, "59.6 s"), (59_960_000_000, "1 min"), (119_900_000_000, "2 min"),
    (110_900_000_000, "1 min 51 s"), (120_000_000_000, "2 min"), (3_725_000_000_000, "1 h 2 min"),
    (169_200_000_000_000, "47 h"), (31_536_000_000_000_000, "365 d"), (180_000_000_000_000, "2 d 2 h"),
    (-5, "-5 ns"),
    (Int64.min, "-106751 d 23 h 47 min"),
  ])
  func short(nanoseconds: Int64, text: String) {
    #expect(TimeText.short(nanoseconds) == text)
  }

  @Test(arguments: [
    (9_999_000_000, "9.999 s"), (110_900_000_000, "1 min 50.9 s"), (3_725_500_000_000, "1 h 2 min 5.5 s"),
    (59_999_900_000, "1 min"), (9_999_600_000, "10 s"), (8_000_000_000, "8 s"), (1_500, "1.5 µs"),
    (41_200_000, "41.2 ms"),
  ])
  func exact(nanoseconds: Int64, text: String) {
    #expect(TimeText.exact(nanoseconds) == text)
  }

  /// One axis counts in one unit; from a minute on, in minutes and seconds.
  @Test(arguments: [
    (0, 5, "0"), (500, 5_000, "0.5 s"), (1_500, 5_000, "1.5 s"), (20_000, 59_000, "20 s"),
    (20_000, 120_000, "20 s"), (90_000, 120_000, "1 min 30 s"), (100, 900, "100 ms"),
  ])
  func tick(milliseconds: Int64, span: Int64, text: String) {
    #expect(TimeText.tick(milliseconds.ms, span: span.ms) == text)
  }

  @Test(arguments: [
    (0, "0 %"), (1, "100 %"), (0.5, "50 %"), (0.99999, ">99.99 %"), (0.00001, "<0.01 %"), (0.1234, "12.34 %"),
  ])
  func percent(share: Double, text: String) {
    #expect(TimeText.percent(share) == text)
  }

  @Test(arguments: [
    (39, 8, "4.9"), (1, 3, nil), (100, 1, "100"), (8, 8, nil), (1, 0, nil), (-1, 1, nil), (999, 1, "999"),
    (1_000, 1, nil),
  ])
  func ratio(whole: Int64, part: Int64, text: String?) {
    #expect(TimeText.ratio(whole, to: part) == text)
  }
}
