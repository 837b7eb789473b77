extension OfflineSwitchDocument {
  /// The keys of a switch file.
  package static let declaration = ObjectFormat<OfflineSwitchDocument>(
    "switch", initial: { _ in OfflineSwitchDocument(name: "switch") }
  ) { keys in
    keys.ignore("$schema", .text)
    keys.add("format", \.format, { $0.format = $1 }, .version(upTo: OfflineSwitchDocument.newestFormat))
    keys.require("switch", \.name, { $0.name = $1 }, .text(.anyName))
    keys.add("summary", \.summary, { $0.summary = $1 }, .text)
    keys.nest("factors", .factors, isRequired: true, factors)
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfSwitch))
  }

  package static let factors = ObjectFormat<OfflineSwitchDocument>(
    "factors", initial: { _ in OfflineSwitchDocument(name: "") }
  ) { keys in
    keys.add("marked", \.marked, { $0.marked = $1 }, .object(.mark, Mark.declaration))
    keys.add("network", \.network, { $0.network = $1 }, .object(.networkFactor, Network.declaration))
    keys.add("service", \.service, { $0.service = $1 }, .object(.serviceFactor, Service.declaration))
  }
}

extension OfflineSwitchDocument.Mark {
  package static let declaration = ObjectFormat(
    "mark", initial: { _ in OfflineSwitchDocument.Mark(cache: "mark") }
  ) {
    keys in
    keys.nest("manual", .manualMark, isRequired: true, manual)
  }

  package static let manual = ObjectFormat(
    "mark", initial: { _ in OfflineSwitchDocument.Mark(cache: "mark") }
  ) {
    keys in
    keys.require("cache", \.cache, { $0.cache = $1 }, .text(.anyName))
  }
}

/// The shortest pace: what happens again and again takes some time.
private let shortestPace = Duration.milliseconds(1)

extension OfflineSwitchDocument.Network {
  private static let empty = OfflineSwitchDocument.Network(
    probe: Flow.Request.declaration.initial(""), timeout: .seconds(1), every: .seconds(60))

  package static let declaration = ObjectFormat("network factor", initial: { _ in empty }) { keys in
    keys.nest("probe", .probe, isRequired: true, probe)
    keys.require("every", \.pace, { $0.pace = $1 }, .duration(atLeast: shortestPace))
    keys.add(
      .init(name: "everyWhileDown", shape: .duration), .duration(atLeast: shortestPace),
      get: { $0.everyWhileDown == $0.every ? nil : $0.everyWhileDown }, set: { $0.everyWhileDown = $1 })
    keys.add(
      "debounce", \.debounce, { $0.debounce = $1 },
      .object(.debounce, OfflineSwitchDocument.Debounce.declaration))
    keys.add("causes", \.causes, { $0.causes = $1 }, .list(of: .word, count: 1...Int.max))
    keys.add("grace", \.grace, { $0.grace = $1 }, .duration)
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfSwitch))
  }

  package static let probe = ObjectFormat("probe", initial: { _ in empty }) { keys in
    keys.require("http", \.probe, { $0.probe = $1 }, .object(.request, Flow.Request.declaration))
    keys.require("timeout", \.timeout, { $0.timeout = $1 }, .duration(atLeast: shortestPace))
  }

  /// The pace while the network is up; while it is down, too, unless a file says otherwise.
  private var pace: Duration {
    get { every }
    set {
      every = newValue
      everyWhileDown = newValue
    }
  }
}

extension OfflineSwitchDocument.Debounce {
  package static let declaration = ObjectFormat(
    "debounce", initial: { _ in OfflineSwitchDocument.Debounce() }
  ) {
    keys in
    keys.add("down", \.down, { $0.down = $1 }, .duration)
    keys.add("up", \.up, { $0.up = $1 }, .duration)
  }
}

extension OfflineSwitchDocument.Service {
  private static let empty = OfflineSwitchDocument.Service(
    watch: [], confirm: Flow.Request.declaration.initial(""), timeout: shortestPace, results: [])

  package static let declaration = ObjectFormat("service factor", initial: { _ in empty }) { keys in
    keys.require(
      "watch", \.watch, { $0.watch = $1 },
      .map(
        of: .list(of: .endpoint, count: 1...Int.max, reportsCount: false), names: .domain, standIn: [],
        entry: { OfflineSwitchDocument.Domain($0, $1) }, parts: { ($0.name, $0.endpoints) }))
    keys.add(
      "trigger", \.trigger, { $0.trigger = $1 }, .object(.trigger, OfflineSwitchDocument.Trigger.declaration))
    keys.nest("confirm", .question, isRequired: true, question)
    keys.add("poll", \.poll, { $0.poll = $1 }, .object(.switchPoll, OfflineSwitchDocument.Poll.declaration))
    keys.add("keep", \.keep, { $0.keep = $1 }, .duration(atLeast: shortestPace))
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfSwitch))
  }

  package static let question = ObjectFormat("question", initial: { _ in empty }) { keys in
    keys.require("http", \.confirm, { $0.confirm = $1 }, .object(.request, Flow.Request.declaration))
    keys.require("timeout", \.timeout, { $0.timeout = $1 }, .duration(atLeast: shortestPace))
    keys.require("results", \.results, { $0.results = $1 }, Flow.NamedResult.map(names: .anyName))
  }
}

extension ValueFormat where Value == Endpoint {
  fileprivate static var endpoint: Self {
    Self(
      .text(.endpoint),
      read: { reader, node in
        guard let text = reader.string(node) else { return nil }
        if let endpoint = Endpoint(text) { return endpoint }
        reader.report(
          .badValue, "\"\(text)\" is not an endpoint", at: node,
          hint:
            "write it like \"POST /trade/*\" or \"POST api.example.com/trade/*\"; a \"*\" is a whole segment")
        return nil
      },
      write: { .string($0.text) }, standIn: Endpoint("/"))
  }
}

extension OfflineSwitchDocument.Trigger {
  package static let declaration = ObjectFormat("trigger", initial: { _ in OfflineSwitchDocument.Trigger() })
  {
    keys in
    keys.add("failures", \.failures, { $0.failures = $1 }, .integer(1...100))
    keys.add("within", \.within, { $0.within = $1 }, .duration(atLeast: shortestPace))
    keys.add("errors", \.errors, { $0.errors = $1 }, .list(of: .faultyCall))
    keys.add("codes", \.codes, { $0.codes = $1 }, .list(of: .code))
  }
}

/// The errors that may count against a service. What the switch itself kept from being sent says nothing of it.
private enum FaultyCall: String, CaseIterable, Sendable {
  case timeout, network, server, client, business, malformed, error
}

extension ValueFormat where Value == ErrorClass {
  fileprivate static var faultyCall: Self {
    ValueFormat<FaultyCall>.word.map(
      to: { ErrorClass(rawValue: $0.rawValue) ?? .error }, from: { FaultyCall(rawValue: $0.rawValue) })
  }
}

extension OfflineSwitchDocument.Poll {
  /// What a file leaves out is no growth, rather than the growth of a switch without any `poll`.
  package static let declaration = ObjectFormat(
    "poll", initial: { _ in OfflineSwitchDocument.Poll(factor: 1, maxEvery: nil) }
  ) { keys in
    keys.add("every", \.every, { $0.every = $1 }, .duration(atLeast: shortestPace))
    keys.add("factor", \.factor, { $0.factor = $1 }, .number(1...1000))
    keys.add(
      "maxEvery", \.maxEvery, { $0.maxEvery = $1 }, .duration(atLeast: shortestPace), standIn: .seconds(60))
    keys.add("jitter", \.jitter, { $0.jitter = $1 }, .word)
  }
}
