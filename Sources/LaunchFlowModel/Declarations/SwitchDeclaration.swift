/// The shortest pace: what happens again and again takes some time.
private let shortestPace = Duration.milliseconds(1)

extension OfflineSwitchDocument: FormatObject {
  package static var object: DeclaredObject { .offlineSwitch }

  package init(named name: String) { self.init(name: "switch") }

  package mutating func visit(_ v: Visitor) {
    v.ignore("$schema") { v.text($0) }
    v.key("format", &format) { v.version($0, upTo: OfflineSwitchDocument.newestFormat) }
    v.key("switch", &name, .anyName(of: "switch"), required: true)
    v.key("summary", &summary)
    v.nest("factors", .factors, required: true) { visitFactors(v) }
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfSwitch, v) }
  }

  package mutating func visitFactors(_ v: Visitor) {
    v.key("marked", &marked)
    v.key("network", &network)
    v.key("service", &service)
  }
}

extension OfflineSwitchDocument.Mark: FormatObject {
  package static var object: DeclaredObject { .mark }

  package init(named name: String) { self.init(cache: "mark") }

  package mutating func visit(_ v: Visitor) {
    v.nest("manual", .manualMark, required: true) { visitManual(v) }
  }

  package mutating func visitManual(_ v: Visitor) {
    v.key("cache", &cache, .anyName(of: "cache"), required: true)
  }
}

extension OfflineSwitchDocument.Network: FormatObject {
  package static var object: DeclaredObject { .networkFactor }

  package init(named name: String) {
    self.init(probe: Flow.Request(named: ""), timeout: .seconds(1), every: .seconds(60))
  }

  package mutating func visit(_ v: Visitor) {
    v.nest("probe", .probe, required: true) { visitProbe(v) }
    v.key("every", &pace, atLeast: shortestPace, required: true)
    let whileDown = v.key(
      "everyWhileDown", everyWhileDown == every ? nil : everyWhileDown, atLeast: shortestPace)
    if let whileDown { everyWhileDown = whileDown }
    v.key("debounce", &debounce)
    v.key("causes", &causes) { v.words($0, count: 1...Int.max) }
    v.key("grace", &grace)
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfSwitch, v) }
  }

  package mutating func visitProbe(_ v: Visitor) {
    v.key("http", &probe, required: true)
    v.key("timeout", &timeout, atLeast: shortestPace, required: true)
  }

  /// The pace while the network is up; while it is down, too, unless a file says otherwise.
  private var pace: Duration {
    get { every }
    set { if newValue != every { (every, everyWhileDown) = (newValue, newValue) } }
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
    v.key("trigger", &trigger)
    v.nest("confirm", .question, required: true) { visitQuestion(v) }
    v.key("poll", &poll)
    v.key("keep", &keep, atLeast: shortestPace)
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfSwitch, v) }
  }

  package mutating func visitQuestion(_ v: Visitor) {
    v.key("http", &confirm, required: true)
    v.key("timeout", &timeout, atLeast: shortestPace, required: true)
    v.key("results", &results, required: true) { Flow.NamedResult.map($0, .anyName(of: "result"), v) }
  }
}

extension OfflineSwitchDocument.Domain {
  fileprivate static func map(_ domains: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(domains, names: .domain, name: { $0.name }, standIn: { Self($0, []) }) { name, domain in
      let endpoints = v.list(
        domain?.endpoints, count: 1...Int.max, reportsCount: false, standIn: Endpoint("/")
      ) { v.endpoint($0) }
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

/// The errors that may count against a service. What the switch itself kept from being sent says nothing of it.
private enum FaultyCall: String, CaseIterable {
  case timeout, network, server, client, business, malformed, error
}

extension OfflineSwitchDocument.Poll: FormatObject {
  package static var object: DeclaredObject { .switchPoll }

  /// What a file leaves out is no growth, rather than the growth of a switch without any `poll`.
  package init(named name: String) { self.init(factor: 1, maxEvery: nil) }

  package mutating func visit(_ v: Visitor) {
    v.key("every", &every, atLeast: shortestPace)
    v.key("factor", &factor, 1...1000)
    v.key("maxEvery", &maxEvery, atLeast: shortestPace, standIn: .seconds(60))
    v.key(word: "jitter", &jitter)
  }
}
