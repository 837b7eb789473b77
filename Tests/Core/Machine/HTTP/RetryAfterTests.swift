import LaunchFlowMachine
import Testing

/// RFC 9110, section 10.2.3, and what the reference says about other values.
@Suite struct RetryAfterTests {
  private static let second: Int64 = 1_000_000_000
  /// Sun, 06 Nov 1994 08:49:37 GMT.
  private static let known: Int64 = 784_111_777

  private func wait(_ headers: [HTTPHeader], now: Int64 = Self.known * Self.second) -> Int64? {
    RetryAfter.nanoseconds(in: headers, now: now)
  }

  @Test(arguments: [
    ("0", 0), ("2", 2), (" 120\t", 120), ("007", 7), ("31536000", 31_536_000), ("31536001", 31_536_000),
    ("99999999999999999999999999", 31_536_000),
  ])
  func `seconds are whole and bounded`(value: String, seconds: Int64) {
    #expect(wait([HTTPHeader("retry-AFTER", value)]) == seconds * Self.second)
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:40 GMT", 3), ("Sunday, 06-Nov-94 08:49:40 GMT", 3),
    ("Sun Nov  6 08:49:40 1994", 3), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
    ("Sat, 05 Nov 1994 08:49:37 GMT", 0), ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
    ("Fri, 31 Dec 9999 23:59:60 GMT", 31_536_000), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thursday, 29-Feb-96 00:00:00 GMT", 31_536_000),
  ])
  func `a date counts from the answer's own date, or else from the clock`(value: String, seconds: Int64) {
    let header = HTTPHeader("Retry-After", value)
    #expect(wait([header]) == seconds * Self.second)
    let date = HTTPHeader("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
    for now in [0, .max] as [Int64] { #expect(wait([date, header], now: now) == seconds * Self.second) }
    // A second date, or a broken one, says nothing.
    for other in [date, HTTPHeader("date", "yesterday")] {
      let headers = other == date ? [date, other, header] : [other, header]
      #expect(wait(headers) == seconds * Self.second)
    }
  }

  @Test func `a part of a second of the clock counts`() {
    let header = HTTPHeader("Retry-After", "Sun, 06 Nov 1994 08:49:40 GMT")
    #expect(wait([header], now: Self.known * Self.second + 1) == 3 * Self.second - 1)
  }

  @Test(arguments: [
    "", " ", "-1", "+1", "1.5", "1s", "0x10", "1, 2", "2;q=1", "soon", "١٢", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1969 08:00:00 GMT",
    "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:3x GMT", ", , , ",
    "GMT GMT GMT GMT GMT GMT GMT GMT",
  ])
  func `any other value is ignored`(value: String) {
    #expect(wait([HTTPHeader("Retry-After", value)]) == nil)
  }

  @Test func `none and several say nothing`() {
    #expect(wait([HTTPHeader("Date", "Sun, 06 Nov 1994 08:49:37 GMT")]) == nil)
    #expect(wait([HTTPHeader("Retry-After", "1"), HTTPHeader("retry-after", "1")]) == nil)
  }
}
