/// How a step settled.
public enum Status: String, CaseIterable, Hashable, Sendable {
  case succeeded
  /// A fallback gave the value.
  case recovered
  case failed
  case timedOut = "timed-out"
  case skipped
  case cancelled

  /// Whether dependents can use the step's value.
  package var isAvailable: Bool {
    self == .succeeded || self == .recovered
  }
}

/// Words for several statuses at once.
package enum StatusGroup: String, CaseIterable, Hashable, Sendable {
  case available, unavailable, settled
}

/// Why an attempt failed.
public enum ErrorClass: String, CaseIterable, Hashable, Sendable {
  case timeout
  /// The offline switch prevented the attempt.
  case offline
  /// No connection, a broken one, or a cancellation that the engine did not request.
  case network
  /// The server's own fault: 5xx.
  case server
  /// The server has had too many requests: 429.
  case throttled
  /// The request's fault: any other 4xx.
  case client
  /// The answer's envelope reports a refusal.
  case business
  /// An answer that cannot be read or is not valid, or a reference without a value.
  case malformed
  /// An action threw.
  case error
}

extension ErrorClass {
  /// The class of an HTTP status; nil for a success.
  package init?(status: Int) {
    switch status {
    case 200..<300: return nil
    case 429: self = .throttled
    case 400..<500: self = .client
    case 500..<600: self = .server
    default: self = .malformed
    }
  }
}

/// Where a value came from.
public enum Source: String, CaseIterable, Hashable, Sendable {
  case live, cache, value, alternate
}

/// The format's own words, which authors cannot use as names.
package enum ReservedWord: String, CaseIterable, Hashable, Sendable {
  case landing, offline, any, all, not

  // One comparison with each is faster than the enumerations' own search.
  private static let words =
    allCases.map { $0.rawValue } + Status.allCases.map { $0.rawValue }
    + StatusGroup.allCases.map { $0.rawValue }

  package static func contains(_ name: String) -> Bool { words.contains(name) }
}
