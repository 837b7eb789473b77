import LaunchFlowSimulator
import Testing

/// Conditions that ask for the error class with which a step failed.
@Suite struct ErrorConditionTests {
  /// Where a run lands that asks for the classes of step `a`.
  private static func page(
    asking classes: [ErrorClass], _ behaviours: [Scenario.Behaviour], network: [Scenario.Outage] = [],
    _ change: (inout Flow.Step) -> Void = { _ in }
  ) throws -> String? {
    let flow = Rules.flow(
      [Rules.http("a", change)],
      landings: [
        Flow.Landing("other", when: Condition([.error("a", isAnyOf: classes)])),
        Flow.Landing("home", after: ["a"]),
      ])
    let lines = try Rules.lines(flow, ["a": behaviours]) { $0.network = network }
    return lines.first { $0.contains("LANDED") }?.split(separator: " ").dropFirst(2).first.map(String.init)
  }

  @Test(arguments: ErrorClass.allCases, [true, false])
  func `a class is the one that was asked for, or is not`(_ errorClass: ErrorClass, isAsked: Bool) throws {
    let asked = isAsked ? [errorClass] : ErrorClass.allCases.filter { $0 != errorClass }
    let page = try Self.page(asking: asked, [.after(1, .error(errorClass))])
    #expect(page == (isAsked ? "other" : "home"))
  }

  @Test func `a step that a fallback helped has no error`() throws {
    let page = try Self.page(asking: ErrorClass.allCases, [.after(1, .error(.server))]) {
      $0.fallback = [.value(1)]
    }
    #expect(page == "home")
  }

  @Test func `a refusal by name is no error`() throws {
    let page = try Self.page(
      asking: ErrorClass.allCases, [.after(1, .response(Scenario.Response(status: 401)))]
    ) {
      $0.failures = [Flow.Failure("no", Predicate([.status([401])]))]
    }
    #expect(page == "home")
  }

  @Test func `the last attempt decides, also before a fallback that fails`() throws {
    let behaviours: [Scenario.Behaviour] = [.after(1, .error(.network)), .after(1, .error(.business))]
    let change: (inout Flow.Step) -> Void = { step in
      step.retry = Flow.Retry(attempts: 2)
      step.retry?.on = [.network, .business]
      step.fallback = [.cache("c")]
    }
    #expect(try Self.page(asking: [.business], behaviours, change) == "other")
    #expect(try Self.page(asking: [.network], behaviours, change) == "home")
  }

  @Test func `a deadline that cuts a step is a time-out`() throws {
    #expect(try Self.page(asking: [.timeout], [.hang]) { $0.deadline = .seconds(2) } == "other")
    let cut: (inout Flow.Step) -> Void = { step in
      step.retry = Flow.Retry(attempts: 2)
      step.retry?.delay = .seconds(5)
      step.retry?.jitter = .none
      step.deadline = .seconds(2)
    }
    #expect(try Self.page(asking: [.timeout], [.after(1, .error(.network))], cut) == "other")
    #expect(try Self.page(asking: [.network], [.after(1, .error(.network))], cut) == "home")
  }

  @Test(arguments: [(ErrorClass.network, "other"), (.server, "home"), (.business, "other")])
  func `two questions tell three kinds of errors apart`(_ errorClass: ErrorClass, _ page: String) throws {
    let flow = Rules.flow(
      [Rules.http("a")],
      landings: [
        Flow.Landing("other", when: Condition([.error("a", isAnyOf: [.network])])),
        Flow.Landing("home", when: Condition([.error("a", isAnyOf: [.server])])),
        Flow.Landing("other", after: ["a"]),
      ])
    let lines = try Rules.lines(flow, ["a": [.after(1, .error(errorClass))]])
    #expect(lines.contains { $0.contains("LANDED \(page)") })
  }

  @Test func `a name is told apart from an error`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a") { step in
          step.results = [Flow.NamedResult("new", Predicate([.equals(1)]))]
          step.failures = [Flow.Failure("no", Predicate([.status([401])]))]
        }
      ],
      landings: [
        Flow.Landing("other", when: Condition([.error("a", isAnyOf: [.network, .client])])),
        Flow.Landing("home", after: ["a"]),
      ])
    for outcome: Scenario.Outcome in [.named("new"), .named("no"), .opaque, .error(.server)] {
      let lines = try Rules.lines(flow, ["a": [.after(1, outcome)]])
      #expect(lines.contains { $0.contains("LANDED home") }, "\(outcome)")
    }
  }
}

/// Which notice of a list is shown.
@Suite struct NoticeListTests {
  private static let notices = [
    Flow.Notice("${a.message}"),
    Flow.Notice(
      "no network", style: .confirm, when: Condition([.error("a", isAnyOf: [.network, .timeout])])),
    Flow.Notice("something else"),
  ]

  private static func run(
    _ outcome: Scenario.Outcome, _ notices: [Flow.Notice] = notices
  ) throws -> SimulatedRun {
    var service = Flow.Service("s")
    service.baseURL = .address("https://example.com")
    service.envelope = Flow.Envelope(
      success: Predicate(at: JSONPointer(tokens: ["code"]), [.equals(0)]),
      message: JSONPointer(tokens: ["msg"]))
    let flow = Rules.flow(
      [Rules.http("a") { $0.work = .http(Flow.Request(.service("s", path: "/a"))) }],
      landings: [
        Flow.Landing("other", when: Condition("a", is: "unavailable"), notices: notices),
        Flow.Landing("home", after: ["a"]),
      ]
    ) { $0.services = [service] }
    var scenario = Scenario()
    scenario.steps = [Scenario.StepBehaviours("a", [.after(1, outcome)])]
    return try Simulation(try FlowPlan(flow), scenario).run()
  }

  private static func landing(of run: SimulatedRun) -> Trace.Landing? {
    run.trace.events.lazy.compactMap { if case .landed(let landing) = $0.kind { landing } else { nil } }.first
  }

  @Test(
    arguments: [
      (.response(.init(status: 200, body: .json(["code": 500, "msg": "Too many riders."]))), 0),
      (.response(.init(status: 503, body: .json(["msg": "Down."]))), 0), (.code(500), 2),
      (.error(.network), 1),
      (.hang, 1), (.error(.malformed), 2),
    ] as [(Scenario.Outcome, Int)])
  func `the first that holds and is not empty is shown`(_ outcome: Scenario.Outcome, _ place: Int) throws {
    let run = try Self.run(outcome)
    // The trace has what was shown, as it was written, without its condition.
    var shown = Self.notices[place]
    shown.when = nil
    #expect(Self.landing(of: run)?.notice == shown)
    #expect(run.notice?.style == Self.notices[place].style)
    if place > 0 { #expect(run.notice?.text == Self.notices[place].text) }
  }

  @Test func `none is shown where none holds`() throws {
    let run = try Self.run(.error(.server), Array(Self.notices.prefix(2)))
    #expect(run.notice == nil)
    #expect(Self.landing(of: run)?.notice == nil)
    #expect(try Self.run(.opaque).notice == nil)
  }

  /// What the landing itself cancels does not change which notice is shown.
  @Test func `a condition is read at the landing`() throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b")],
      landings: [
        Flow.Landing(
          "other", when: Condition("a", is: "failed"),
          notices: [Flow.Notice("cancelled", when: Condition("b", is: "cancelled")), Flow.Notice("open")]),
        Flow.Landing("home", after: ["a", "b"]),
      ])
    var scenario = Scenario()
    scenario.steps = [
      Scenario.StepBehaviours("a", [.after(1, .error(.server))]), Scenario.StepBehaviours("b", [.hang]),
    ]
    let run = try Simulation(try FlowPlan(flow), scenario).run()
    #expect(run.notice?.text == "open")
  }
}
