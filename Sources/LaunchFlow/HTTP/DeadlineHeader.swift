/// Tells a server how much time is left for a request, so that it need not work for an answer that comes too late.
struct DeadlineHeader: Sendable {
  /// The header's name.
  let name: String
  /// When the answer is not needed any more.
  let due: ContinuousClock.Instant

  /// The request with the time that is left when it is sent: whole milliseconds, rounded down.
  func added(to request: HTTPRequest, at now: ContinuousClock.Instant) -> HTTPRequest {
    var request = request
    request[header: name] = String(max(0, now.duration(to: due).nanoseconds) / 1_000_000)
    return request
  }
}
