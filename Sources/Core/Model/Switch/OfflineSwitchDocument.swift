/// The offline switch, declared: which factors take the app offline and how each is believed.
///
/// Like a flow it is plain data: read from a file or built in code, and checked before anything runs. The app
/// is offline while any factor holds.
public struct OfflineSwitchDocument: Equatable, Sendable {
  /// The newest version of the file format that this build reads.
  package static let newestFormat = 1

  /// The format's version.
  package var format = OfflineSwitchDocument.newestFormat
  /// The switch's name, in kebab case.
  public package(set) var name: String
  /// One sentence for people.
  package var summary: String?
  /// The user's own button; nil without one.
  package var marked: Mark?
  /// The probe of the network; nil if it is not probed.
  package var network: Network?
  /// The watch on the domains' services; nil if they are not watched.
  package var service: Service?
  /// The silenced warnings about the switch and its parts.
  package var ignore: [Flow.Silence] = []

  /// Names a switch without factors; set them afterwards.
  package init(name: String) {
    self.name = name
  }
}

extension OfflineSwitchDocument {
  /// The user's own button, which survives a crash.
  package struct Mark: Equatable, Sendable {
    /// The cache that the mark is kept in.
    package var cache: String

    /// Keeps the mark in a cache.
    package init(cache: String) {
      self.cache = cache
    }
  }

  /// The network, probed: a route that sends packets is not a server that answers.
  package struct Network: Equatable, Sendable {
    /// The request that is answered wherever the network works; any 2xx counts.
    package var probe: Flow.Request
    /// How long an answer may take; a probe without one by then is bad.
    package var timeout: Duration
    /// The wait from a probe's answer to the next probe while the network is up.
    package var every: Duration
    /// The same while it is down.
    package var everyWhileDown: Duration
    /// The windows before a change is believed.
    package var debounce = Debounce()
    /// The media that are reported as causes; the first one also stands in for any other medium. Never empty.
    package var causes = Medium.allCases
    /// How long after a return from the background no loss of the network is believed.
    package var grace: Duration = .seconds(5)
    /// The silenced warnings about it.
    package var ignore: [Flow.Silence] = []

    /// Probes at a pace, the same while the network is down.
    package init(probe: Flow.Request, timeout: Duration, every: Duration) {
      self.probe = probe
      self.timeout = timeout
      self.every = every
      everyWhileDown = every
    }
  }

  /// How long a window stays open, from the first sign of a change to the probe that decides.
  package struct Debounce: Equatable, Sendable {
    /// The window before the network counts as down.
    package var down: Duration
    /// The window before it counts as up again.
    package var up: Duration

    /// Sets both windows.
    package init(down: Duration = .seconds(2), up: Duration = .milliseconds(500)) {
      self.down = down
      self.up = up
    }
  }

  /// The medium that carries packets.
  package enum Medium: String, CaseIterable, Hashable, Sendable {
    /// Any local network, a wired one included.
    case wifi
    case cellular
  }

  /// The services of the app's domains, watched by the calls that fail and confirmed by asking.
  package struct Service: Equatable, Sendable {
    /// The domains with the endpoints whose failures count against them, in file order.
    package var watch: [Domain]
    /// How many failed calls make a domain suspect.
    package var trigger = Trigger()
    /// The request to the quality-of-service server; `${domain}` is replaced by the domain's name.
    package var confirm: Flow.Request
    /// How long an answer to it may take.
    package var timeout: Duration
    /// The results of an answer, tried in order; `faulty` takes the domain offline.
    package var results: [Flow.NamedResult]
    /// The pace of requests about a suspect or faulty domain.
    package var poll = Poll()
    /// How long a verdict outlasts its answer when no newer one comes.
    package var keep: Duration = .seconds(300)
    /// The silenced warnings about it.
    package var ignore: [Flow.Silence] = []

    /// The result that says that a domain is faulty.
    package static let faulty = "faulty"
    /// The reference to the domain's name in the request.
    package static let domainReference = "domain"

    /// Watches domains and confirms their faults.
    package init(
      watch: [Domain], confirm: Flow.Request, timeout: Duration, results: [Flow.NamedResult]
    ) {
      self.watch = watch
      self.confirm = confirm
      self.timeout = timeout
      self.results = results
    }
  }

  /// A part of the business that goes offline as a whole.
  package struct Domain: Equatable, Sendable {
    /// The domain's name, in kebab case.
    package var name: String
    /// The calls that belong to it.
    package var endpoints: [Endpoint]

    /// Gathers a domain's endpoints.
    package init(_ name: String, _ endpoints: [Endpoint]) {
      self.name = name
      self.endpoints = endpoints
    }
  }

  /// What the quality-of-service system says about a domain.
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
    case faulty, fine
  }

  /// How many failed calls make a domain suspect, and which calls these are.
  package struct Trigger: Equatable, Sendable {
    /// How many, from 1 to 100.
    package var failures: Int
    /// The stretch of time that they must fall into, both ends included.
    package var within: Duration
    /// The error classes of the calls that count.
    package var errors: [ErrorClass] = [.timeout, .network, .server, .malformed]
    /// The codes in envelopes, whole numbers and texts, that count whatever the error class.
    package var codes: [JSONValue] = []

    /// Suspects after so many failures within a time.
    package init(failures: Int = 1, within: Duration = .seconds(30)) {
      self.failures = failures
      self.within = within
    }
  }

  /// How a suspect or faulty domain is asked about again: the wait after the n-th answer is `every` times
  /// `factor` to the power of n - 1, but no more than `maxEvery`.
  package struct Poll: Equatable, Sendable {
    /// The wait after the first answer.
    package var every: Duration
    /// At least 1.
    package var factor: Double
    /// The longest wait; required if waits grow.
    package var maxEvery: Duration?
    /// Whether each wait is drawn from zero to its whole length.
    package var jitter: Flow.Retry.Jitter

    /// Sets the pace.
    package init(
      every: Duration = .seconds(15), factor: Double = 1.5, maxEvery: Duration? = .seconds(60),
      jitter: Flow.Retry.Jitter = .full
    ) {
      self.every = every
      self.factor = factor
      self.maxEvery = maxEvery
      self.jitter = jitter
    }

    /// The longest wait; nil where waits grow without bound.
    package var longest: Duration? {
      if let maxEvery { return maxEvery }
      return factor == 1 ? every : nil
    }
  }
}
