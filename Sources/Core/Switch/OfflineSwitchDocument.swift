/// The offline switch, declared: the factors that take the app offline, and the conditions under which each counts.
///
/// A switch is plain data that was read from a file without errors. The app is offline while at least one factor holds.
package struct OfflineSwitchDocument: Sendable {
  /// The newest version of the file format that this build reads.
  package static let newestFormat = 1

  package internal(set) var format = OfflineSwitchDocument.newestFormat
  package var name: String
  package var summary: String?
  package var marked: Mark?
  package var network: Network?
  package var service: Service?
  package internal(set) var ignore: [Flow.Silence] = []

  package init(name: String) {
    self.name = name
  }
}

extension OfflineSwitchDocument {
  /// The user's own button, which survives a crash.
  package struct Mark: Sendable {
    package var cache: String

    package init(cache: String) {
      self.cache = cache
    }
  }

  /// The probe of the network. A route that sends packets does not prove that a server answers.
  package struct Network: Sendable {
    /// A request that a server answers wherever the network works; any 2xx counts.
    package var probe: Flow.Request
    /// How long an answer may take; a later one counts as no answer.
    package var timeout: Duration
    /// The wait from a probe's answer to the next probe while the network is up.
    package var every: Duration
    /// The wait while the network is down; nil for the same.
    package var everyWhileDown: Duration?
    package var debounce = Debounce()
    /// The media that are reported as causes. The first one also replaces any other medium. Never empty.
    package var causes = Medium.allCases
    /// The time after a return from the background in which no loss of the network counts.
    package var grace: Duration = .seconds(5)
    package internal(set) var ignore: [Flow.Silence] = []

    package init(probe: Flow.Request, timeout: Duration, every: Duration) {
      self.probe = probe
      self.timeout = timeout
      self.every = every
    }
  }

  /// How long a window stays open, from the first sign of a change to the probe that decides.
  package struct Debounce: Sendable {
    /// The window before the network counts as down.
    package var down: Duration = .seconds(2)
    /// The window before the network counts as up again.
    package var up: Duration = .milliseconds(500)
  }

  /// The medium of the device's route.
  package enum Medium: String, CaseIterable, Hashable, Sendable {
    /// Any local network, a wired one included.
    case wifi
    case cellular
  }

  /// The watch on the domains' services: failed calls make a domain suspect, and a question confirms the fault.
  package struct Service: Sendable {
    package internal(set) var watch: [Domain]
    package var trigger = Trigger()
    /// The request to the quality-of-service server; `${domain}` is replaced by the domain's name.
    package var confirm: Flow.Request
    /// How long an answer to it may take.
    package var timeout: Duration
    /// The results of an answer, tried in order; `faulty` takes the domain offline.
    package var results: [Flow.NamedResult]
    package var poll = Poll()
    /// How long a verdict counts if no newer one arrives.
    package var keep: Duration = .seconds(300)
    package internal(set) var ignore: [Flow.Silence] = []

    /// The name of the result for a faulty domain.
    package static let faulty = "faulty"
    /// The reference to the domain's name in the request.
    package static let domainReference = "domain"
  }

  /// A part of the business that goes offline as a whole.
  package struct Domain: Sendable {
    package var name: String
    package internal(set) var endpoints: [Endpoint]

    package init(_ name: String, _ endpoints: [Endpoint]) {
      self.name = name
      self.endpoints = endpoints
    }
  }

  /// The quality-of-service system's judgement of a domain.
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
    case faulty, fine
  }

  /// The number and kind of failed calls that make a domain suspect.
  package struct Trigger: Sendable {
    /// The number of failed calls, from 1 to 100.
    package var failures = 1
    /// The longest time from the first to the last of them.
    package var within: Duration = .seconds(30)
    package var errors: [ErrorClass] = [.timeout, .network, .server, .malformed]
    /// Codes in envelopes, whole numbers or texts, that count with any error class.
    package var codes: [JSONValue] = []
  }

  /// The pace of further questions about a suspect or faulty domain. The wait after the n-th answer is `every` times
  /// `factor` to the power of n - 1, at most `maxEvery`.
  package struct Poll: Sendable {
    /// The wait after the first answer.
    package var every: Duration = .seconds(15)
    /// The growth of each further wait, at least 1.
    package var factor = 1.5
    /// The longest wait; required if waits grow.
    package var maxEvery: Duration? = .seconds(60)
    /// Whether each wait is drawn from zero to its whole length.
    package var jitter = Flow.Retry.Jitter.full

    /// The longest wait; nil if waits grow without a limit.
    package var longest: Duration? {
      if let maxEvery { return maxEvery }
      return factor == 1 ? every : nil
    }
  }
}
