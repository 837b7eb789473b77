import LaunchFlowAuthoring
import Testing

/// Rule 5, polls, and outages: attempts and how they end.
@Suite struct AttemptRuleTests {
  private static func retry(_ attempts: Int, on classes: [ErrorClass]? = nil) -> Flow.Retry {
    var retry = Flow.Retry(attempts: attempts)
    retry.jitter = .none
    retry.on = classes
    return retry
  }

  @Test func `retries wait longer each time up to their maximum`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1) {
        $0.retry = Self.retry(5)
        $0.retry?.maxDelay = .milliseconds(500)
      }
    ])
    let lines = try Rules.lines(flow, ["a": [.after(0, .error(.network))]])
    #expect(
      lines.filter { $0.contains("waits") } == [
        "0.0: a waits 200 ms to retry", "0.2: a waits 400 ms to retry", "0.6: a waits 500 ms to retry",
        "1.1: a waits 500 ms to retry",
      ])
    #expect(lines.contains("1.6: a attempt 5 failed: network"))
    #expect(lines.contains("1.6: a failed"))
  }

  @Test(arguments: [ErrorClass.client, .business, .malformed, .error])
  func `only the classes in on are retried`(errorClass: ErrorClass) throws {
    let flow = Rules.flow([Rules.http("a") { $0.retry = Self.retry(3) }])
    let lines = try Rules.lines(flow, ["a": [.after(1, .error(errorClass))]])
    #expect(lines.filter { $0.contains("waits") }.isEmpty)
    let on = Rules.flow([Rules.http("a") { $0.retry = Self.retry(3, on: [errorClass]) }])
    #expect(
      try Rules.lines(on, ["a": [.after(1, .error(errorClass))]]).filter { $0.contains("waits") }.count == 2)
  }

  @Test(arguments: ["POST", "PATCH"]) func `a post is retried only where on is written out`(method: String)
    throws
  {
    func flow(on classes: [ErrorClass]?) -> Flow {
      var request = Flow.Request(.url("https://example.com"))
      request.method = method
      var step = Flow.Step("a", .http(request))
      step.timeout = .seconds(1)
      step.retry = Self.retry(2, on: classes)
      return Rules.flow([step])
    }
    let failing = ["a": [Scenario.Behaviour.after(0, .error(.network))]]
    #expect(try Rules.lines(flow(on: nil), failing).filter { $0.contains("waits") }.isEmpty)
    #expect(try Rules.lines(flow(on: [.network]), failing).filter { $0.contains("waits") }.count == 1)
  }

  @Test func `the last attempt says whether a step timed out`() throws {
    let flow = Rules.flow([Rules.http("a", timeout: 1) { $0.retry = Self.retry(2) }])
    let lines = try Rules.lines(flow, ["a": [.hang, .after(0, .error(.network))]], only: ["a"])
    #expect(lines.contains("1.2: a failed"))
    let other = try Rules.lines(flow, ["a": [.after(0, .error(.network)), .hang]], only: ["a"])
    #expect(other.contains("1.2: a timed-out"))
  }

  @Test func `a deadline that cuts a wait times out`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1) {
        $0.retry = Self.retry(3)
        $0.retry?.delay = .seconds(4)
        $0.deadline = .seconds(3)
      }
    ])
    let lines = try Rules.lines(flow, ["a": [.after(0, .error(.network))]])
    #expect(lines.contains("3.0: a timed-out"))
  }

  @Test func `jitter never raises a wait`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1) {
        $0.retry = Flow.Retry(attempts: 2)
        $0.retry?.delay = .seconds(1)
      }
    ])
    var starts: Set<String> = []
    for run in 0..<50 {
      let lines = try Rules.lines(flow, ["a": [.after(0, .error(.network))]], run: UInt64(run))
      let second = try #require(lines.first { $0.contains("attempt 2") })
      let time = try #require(Double(second.prefix { $0 != ":" }))
      #expect((0...1).contains(time))
      starts.insert(second)
    }
    #expect(starts.count > 40)
  }

  @Test func `a named failure is neither retried nor hidden`() throws {
    let flow = Rules.flow([
      Rules.http("a") {
        $0.retry = Self.retry(3)
        $0.failures = [Flow.Failure("no", Predicate([.status([401])]))]
        $0.fallback = [.value(1)]
      }
    ])
    let refusal = Scenario.Outcome.response(Scenario.Response(status: 401, body: .json([:])))
    let lines = try Rules.lines(flow, ["a": [.after(1, refusal)]])
    #expect(
      Array(lines.suffix(3)) == [
        "1.0: a attempt 1 refused as no", "1.0: a failed as no", "1.0: LANDED home by rule 0, degraded",
      ])
  }

  /// The value of a call is what its service's answer comes to, once it is no failure.
  @Test func `a value is a failure of an action alone`() throws {
    let failures = [Flow.Failure("no", Predicate([.equals("no")]))]
    let flow = Rules.flow([
      Rules.http("call") { $0.failures = failures }, Rules.action("act") { $0.failures = failures },
    ])
    let no = [Scenario.Behaviour.after(1, .value("no"))]
    let lines = try Rules.lines(flow, ["call": no, "act": no])
    #expect(lines.contains("1.0: call succeeded from live") && lines.contains("1.0: act failed as no"))
  }

  @Test func `a named failure that allows fallback is hidden, and not retried`() throws {
    func flow(_ fallback: [Flow.Fallback]) -> Flow {
      Rules.flow([
        Rules.http("a") {
          $0.retry = Self.retry(3)
          $0.failures = [Flow.Failure("no", Predicate([.status([401])]), allowFallback: true)]
          $0.fallback = fallback
        }
      ])
    }
    let refused = Scenario.Outcome.response(Scenario.Response(status: 401, body: .json([:])))
    #expect(
      try Rules.lines(flow([.value(1)]), ["a": [.after(1, refused)]]).contains("1.0: a recovered from value"))
    // Nothing helps: it keeps the name and the status that its own work gave it.
    #expect(
      try Rules.lines(flow([.cache("c")]), ["a": [.after(1, .named("no"))]]).contains("1.0: a failed as no"))
  }

  @Test func `a poll asks again until an answer is final`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1) {
        $0.results = [
          Flow.NamedResult("done", Predicate([.equals("done")])),
          Flow.NamedResult("busy", Predicate([.equals("busy")])),
        ]
        $0.poll = Flow.Poll(every: .seconds(2), until: ["done"])
        $0.deadline = .seconds(15)
        $0.retry = Self.retry(2)
        $0.store = "c"
      }
    ])
    let lines = try Rules.lines(
      flow,
      [
        "a": [
          .after(0.5, .value("busy")), .after(0, .error(.network)), .after(0.3, .opaque),
          .after(0, .error(.network)),
          .after(0.1, .value("done")),
        ]
      ], only: ["a"])
    #expect(
      lines.dropFirst(2) == [
        "0.5: a attempt 1 succeeded as busy", "0.5: a waits 2000 ms to poll", "2.5: a attempt 2",
        "2.5: a attempt 2 failed: network", "2.5: a waits 200 ms to retry", "2.7: a attempt 3",
        "3.0: a attempt 3 succeeded", "3.0: a waits 2000 ms to poll", "5.0: a attempt 4",
        "5.0: a attempt 4 failed: network", "5.0: a waits 200 ms to retry", "5.2: a attempt 5",
        "5.3: a attempt 5 succeeded as done", "5.3: a stored to c", "5.3: a succeeded as done from live",
        "5.3: LANDED home by rule 0",
      ])
  }

  @Test func `a poll times out at its deadline`() throws {
    let flow = Rules.flow([
      Rules.http("a", timeout: 1) {
        $0.results = [Flow.NamedResult("done", Predicate([.equals("done")]))]
        $0.poll = Flow.Poll(every: .seconds(2), until: ["done"])
        $0.deadline = .seconds(5)
      }
    ])
    #expect(
      try Rules.lines(flow, ["a": [.after(0.5)]]).suffix(2) == [
        "5.0: a timed-out", "5.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `a silent network swallows what is under way or begins`() throws {
    let flow = Rules.flow([
      Rules.http("early", timeout: 3), Rules.http("during", after: ["gate"], timeout: 1),
      Rules.action("gate"),
      Rules.http("later", after: ["during"], timeout: 2),
    ])
    let lines = try Rules.lines(
      flow, ["early": [.after(2.5)], "gate": [.after(1.5)], "during": [.after(0)], "later": [.after(1)]]
    ) { $0.network = [Scenario.Outage(from: .seconds(1), to: .seconds(2), .silent)] }
    #expect(lines.contains("3.0: early timed-out"))
    #expect(lines.contains("2.5: during timed-out"))
    #expect(lines.contains("1.5: gate succeeded from live"))
    #expect(lines.contains("3.5: later succeeded from live"))
  }

  @Test func `a refusing network fails what begins`() throws {
    let flow = Rules.flow([Rules.http("a") { $0.retry = Self.retry(2) }])
    let lines = try Rules.lines(flow, ["a": [.after(1)]]) {
      $0.network = [Scenario.Outage(from: .zero, to: .milliseconds(100), .refused)]
    }
    #expect(lines.contains("0.0: a attempt 1 failed: network"))
    #expect(lines.contains("1.2: a succeeded from live"))
  }

  /// The app, a domain, or none: a condition on `offline` holds as soon as one of them is offline at the start.
  @Test(arguments: [nil, "", "trade"]) func `an offline domain makes the app offline`(_ domain: String?)
    throws
  {
    let flow = Rules.flow([
      Rules.http("a") { $0.work = .http(Flow.Request(.service("s", path: "/"))) },
      Rules.action("till") { $0.when = Condition("offline", is: true) },
    ]) {
      $0.services = [Flow.Service("s")]
      $0.services[0].baseURL = .address("https://example.com")
      $0.services[0].domain = "trade"
    }
    let lines = try Rules.lines(flow, only: ["till"]) {
      guard let domain else { return }
      $0.offline = [Scenario.OfflinePeriod(from: .zero, to: nil, domain: domain.isEmpty ? nil : domain)]
    }
    #expect(lines.first == (domain == nil ? "0.0: till skipped: condition" : "0.0: till starts"))
  }

  @Test(arguments: [false, true]) func `where periods of the network overlap a request is refused`(
    isReversed: Bool
  ) throws {
    let outages = [
      Scenario.Outage(from: .zero, to: .seconds(4), .silent),
      Scenario.Outage(from: .seconds(1), to: .seconds(2), .refused),
    ]
    let flow = Rules.flow([
      Rules.http("lost", timeout: 1), Rules.http("refused", after: ["lost"], timeout: 1),
      Rules.action("pause", timeout: 3), Rules.http("lost-again", after: ["pause"], timeout: 1),
    ])
    let lines = try Rules.lines(flow, ["pause": [.after(2)]]) {
      $0.network = isReversed ? outages.reversed() : outages
    }
    #expect(
      lines.filter { $0.contains("failed") || $0.contains("timed-out") } == [
        "1.0: lost attempt 1 failed: timeout", "1.0: lost timed-out",
        "1.0: refused attempt 1 failed: network", "1.0: refused failed",
        "3.0: lost-again attempt 1 failed: timeout", "3.0: lost-again timed-out",
      ])
  }

  @Test func `offline periods that overlap are one`() throws {
    let flow = Rules.flow([Rules.wait("pause", for: .time(.seconds(9)))])
    func switches(_ periods: [(Int, Int?)]) throws -> [String] {
      try Rules.lines(flow) {
        $0.offline = periods.map { .init(from: .seconds($0), to: $1.map { .seconds($0) }) }
      }.filter { $0.contains("app") }
    }
    #expect(
      try switches([(2, 3), (1, 5), (5, 6), (7, 8)]) == [
        "1.0: offline app", "6.0: online app", "7.0: offline app", "8.0: online app",
      ])
    #expect(try switches([(0, 3), (2, nil), (4, 5)]) == [])
  }

  @Test func `an offline switch fails at once and mid flight`() throws {
    let flow = Rules.flow([Rules.http("a") { $0.fallback = [.cache("c")] }, Rules.action("b")])
    let atStart = try Rules.lines(flow, ["b": [.after(1)]], only: ["a", "b"]) {
      $0.offline = [Scenario.OfflinePeriod(from: .zero, to: nil)]
      $0.caches = [Scenario.CachedValue("c", 1)]
    }
    #expect(
      atStart.prefix(4) == [
        "0.0: a starts", "0.0: a attempt 1", "0.0: a attempt 1 failed: offline",
        "0.0: a recovered from cache",
      ])
    #expect(atStart.contains("1.0: b succeeded from live"))
    let midFlight = try Rules.lines(flow, ["a": [.after(5)], "b": [.after(3)]], only: ["a", "b"]) {
      $0.offline = [Scenario.OfflinePeriod(from: .seconds(2), to: nil)]
    }
    #expect(midFlight.contains("2.0: a attempt 1 failed: offline"))
    #expect(midFlight.contains("3.0: b succeeded from live"))
  }

  @Test func `a reference that finds nothing is malformed`() throws {
    var request = Flow.Request(.url("https://example.com/${a/id}"))
    request.method = "GET"
    let action = Flow.Action(
      "b", with: .object(JSONObject([JSONObject.Member(name: "id", value: "${a/id}")])))
    for var step in [Flow.Step("b", .http(request)), Flow.Step("b", .action(action))] {
      step.timeout = .seconds(1)
      step.needs = ["a"]
      let flow = Rules.flow([Rules.http("a"), step])
      let missing = try Rules.lines(flow, ["a": [.after(1, .value(["name": "x"]))]], only: ["b"])
      #expect(missing.contains("1.0: b attempt 1 failed: malformed"))
      let found = try Rules.lines(flow, ["a": [.after(1, .value(["id": 7]))]], only: ["b"])
      #expect(found.contains("1.0: b attempt 1 succeeded"))
      let opaque = try Rules.lines(flow, ["a": [.after(1)]], only: ["b"])
      #expect(opaque.contains("1.0: b attempt 1 succeeded"))
    }
  }

  @Test func `an abandoned handler is heard no more`() throws {
    let flow = Rules.flow([Rules.http("a", timeout: 1), Rules.http("b")])
    var stubborn = Scenario.Behaviour.after(4)
    stubborn.ignoresCancellation = true
    let lines = try Rules.lines(flow, ["a": [stubborn], "b": [.after(2)]], only: ["a"])
    #expect(
      lines.suffix(5) == [
        "1.0: a attempt 1 failed: timeout", "1.0: a timed-out", "1.0: a attempt 1 abandoned",
        "2.0: LANDED home by rule 0, degraded", "4.0: a attempt 1 ends, ignored",
      ])
  }
}
