private let shortestPace = Duration.milliseconds(1)

extension OfflineSwitchDocument: FormatObject {
  package static var object: DeclaredObject { .offlineSwitch }

  package init(named name: String) { self.init(name: "switch") }

  package mutating func visit(_ v: Visitor) {
    v.ignore("$schema") { v.text($0) }
    v.key("format", &format) { v.version($0, upTo: OfflineSwitchDocument.newestFormat) }
    v.key("switch", &name, .anyName(of: "switch"), required: true)
    v.key("summary", &summary)
    v.nest("factors", .factors, required: true) {
      v.key("marked", &marked)
      v.key("network", &network)
      v.key("service", &service)
      if v.isWhole, marked == nil, network == nil, service == nil {
        v.report(.missingKey, "the switch has no factor", .value)
      }
    }
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfSwitch, v) }
  }
}

extension OfflineSwitchDocument.Mark: FormatObject {
  package static var object: DeclaredObject { .mark }

  package init(named name: String) { self.init(cache: "mark") }

  package mutating func visit(_ v: Visitor) {
    v.nest("manual", .manualMark, required: true) {
      v.key("cache", &cache, .anyName(of: "cache"), required: true)
    }
  }
}

extension OfflineSwitchDocument.Network: FormatObject {
  package static var object: DeclaredObject { .networkFactor }

  package init(named name: String) {
    self.init(probe: Flow.Request(named: ""), timeout: .seconds(1), every: .seconds(60))
  }

  package mutating func visit(_ v: Visitor) {
    var limit: Int?
    v.nest("probe", .probe, required: true) {
      v.key("http", &probe, required: true)
      v.key("timeout", &timeout, atLeast: shortestPace, required: true)
      limit = v.node(of: "timeout") ?? limit
    }
    v.key("every", &every, atLeast: shortestPace, required: true)
    v.key("everyWhileDown", &everyWhileDown, atLeast: shortestPace)
    checkTimeout(limit, v)
    v.key("debounce", &debounce)
    v.key("causes", &causes) { v.words($0, count: 1...Int.max) }
    v.key("grace", &grace)
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfSwitch, v) }
  }

  /// Reports a time-out that is not below both paces: a probe ends before the next one is due.
  private func checkTimeout(_ node: Int?, _ v: Visitor) {
    let whileDown = everyWhileDown ?? every
    let pace = whileDown < every ? "everyWhileDown" : "every"
    guard let node, v.reader.isRead(node), let other = v.node(of: pace), v.reader.isRead(other),
      timeout >= min(every, whileDown)
    else { return }
    v.reader.reportMisfit(
      .slowProbe, "the probe's time-out must be shorter than \"\(pace)\"", at: node,
      notes: [Diagnostic.Note("the interval is here", at: v.reader.json.place(of: other))])
  }
}

extension OfflineSwitchDocument.Debounce: FormatObject {
  package static var object: DeclaredObject { .debounce }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    v.key("down", &down)
    v.key("up", &up)
  }
}

extension OfflineSwitchDocument.Service: FormatObject {
  package static var object: DeclaredObject { .serviceFactor }

  package init(named name: String) {
    self.init(watch: [], confirm: Flow.Request(named: ""), timeout: shortestPace, results: [])
  }

  package mutating func visit(_ v: Visitor) {
    v.key("watch", &watch, required: true) { OfflineSwitchDocument.Domain.map($0, v) }
    if watch.isEmpty, v.node(of: "watch") != nil, v.areRead("watch") {
      v.report(.missingKey, "no domain is watched", at: "watch", .value)
    }
    v.key("trigger", &trigger)
    var limit: Int?
    v.nest("confirm", .question, required: true) {
      visitQuestion(v)
      limit = v.node(of: "timeout") ?? limit
    }
    let unread = v.reader.unreadCount
    v.key("poll", &poll)
    v.key("keep", &keep, atLeast: shortestPace)
    if v.reader.unreadCount == unread, let limit, v.reader.isRead(limit) { checkKeep(v) }
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfSwitch, v) }
  }

  /// Reports a verdict that may expire before the next one: a faulty domain would be online again without a question.
  private func checkKeep(_ v: Visitor) {
    guard let longest = poll.longest, keep <= longest + timeout else { return }
    v.report(
      .shortKeep,
      "a verdict must be kept for longer than the next one may take (\((longest + timeout).documentText))",
      at: "keep", .value)
  }

  private mutating func visitQuestion(_ v: Visitor) {
    v.key("http", &confirm, required: true)
    v.key("timeout", &timeout, atLeast: shortestPace, required: true)
    v.key("results", &results, required: true) { Flow.NamedResult.map($0, .anyName(of: "result"), v) }
    // Without this result no domain ever goes offline.
    if v.isWhole, !results.contains(where: { $0.name == Self.faulty }) {
      v.report(.noFaultyResult, "no result of the question is named \"faulty\"", at: "results")
    }
  }
}

extension OfflineSwitchDocument.Domain {
  fileprivate static func map(_ domains: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(domains, names: .domain, name: { $0.name }, standIn: { Self($0, []) }) { name, domain in
      let endpoints = v.list(
        domain?.endpoints, count: 1...Int.max, reportsCount: false, standIn: Endpoint("/")
      ) { v.endpoint($0) }
      // Without an endpoint, no call can make the domain suspect.
      if endpoints?.isEmpty == true {
        v.reader.reportMisfit(.emptyDomain, "the domain \"\(name)\" has no endpoints", at: v.node)
      }
      return endpoints.map { Self(name, $0) }
    }
  }
}

extension Visitor {
  fileprivate func endpoint(_ endpoint: Endpoint?) -> Endpoint? {
    guard let text = text(endpoint?.text, .endpoint) else { return nil }
    if let endpoint = Endpoint(text) { return endpoint }
    reader.report(.badValue, "\"\(text)\" is not an endpoint", at: node)
    return nil
  }
}

extension OfflineSwitchDocument.Trigger: FormatObject {
  package static var object: DeclaredObject { .trigger }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    v.key("failures", &failures, 1...100)
    v.key("within", &within, atLeast: shortestPace)
    v.key("errors", &errors) { errors in
      v.words(errors?.compactMap { FaultyCall(rawValue: $0.rawValue) }).map { words in
        words.map { ErrorClass(rawValue: $0.rawValue) ?? .error }
      }
    }
    v.key("codes", &codes) { v.list($0, standIn: "") { v.code($0) } }
  }
}

/// The errors that may count against a service. Calls that the switch itself prevented do not count.
private enum FaultyCall: String, CaseIterable {
  case timeout, network, server, throttled, client, business, malformed, error
}

extension OfflineSwitchDocument.Poll: FormatObject {
  package static var object: DeclaredObject { .switchPoll }

  /// In a `poll` without `factor`, waits do not grow. A switch without `poll` has growing waits.
  package init(named name: String) { self.init(factor: 1, maxEvery: nil) }

  package mutating func visit(_ v: Visitor) {
    v.key("every", &every, atLeast: shortestPace)
    v.key("factor", &factor, 1...1000)
    v.key("maxEvery", &maxEvery, atLeast: shortestPace, standIn: .seconds(60))
    v.key(word: "jitter", &jitter)
    guard v.areRead("every", "factor", "maxEvery") else { return }
    if longest == nil {
      v.report(.endlessPoll, "the waits grow without a limit")
    } else if let maxEvery, maxEvery < every {
      v.report(.endlessPoll, "\"maxEvery\" must not be shorter than \"every\"", at: "maxEvery", .value)
    }
  }
}
