import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlow

/// Inputs that the phone gives.
@Suite struct PhoneStateTests {
  private static let flow = FlowEngineTests.flow { flow in
    flow.inputs = Flow.PhoneFact.allCases.map { fact in
      var input = Flow.Input("is-\(fact == .lowPower ? "low-power" : fact.rawValue)", .boolean)
      input.source = fact
      input.defaultValue = false
      return input
    }
    flow.steps = [Flow.Step("work", .value(1))]
    flow.landings = [
      Flow.Landing("other", when: Condition("is-constrained", is: true)),
      Flow.Landing(
        "third",
        when: Condition([
          .any([
            Condition("is-expensive", is: true), Condition("is-low-power", is: true),
          ])
        ])),
      Flow.Landing("home"),
    ]
    flow.pages = ["home", "other", "third"]
  }

  private func page(_ phone: PhoneState?, _ inputs: [String: JSONValue] = [:]) async throws -> String {
    var configuration = FlowEngine.Configuration()
    if let phone { configuration.phone = { phone } }
    return try await FlowEngine(Self.flow, configuration: configuration).land(inputs: inputs).page
  }

  @Test func `the phone gives what the app does not pass`() async throws {
    #expect(try await page(PhoneState()) == "home")
    #expect(try await page(PhoneState(isConstrained: true)) == "other")
    #expect(try await page(PhoneState(isExpensive: true)) == "third")
    #expect(try await page(PhoneState(isLowPower: true)) == "third")
    #expect(try await page(PhoneState(isConstrained: true), ["is-constrained": false]) == "home")
    #expect(try await page(PhoneState(), ["is-low-power": true]) == "third")
  }

  /// Random apps and phones. Written from the reference: the app's value comes first, then the phone's, then the default.
  @Test func `launches are those of the reference`() async throws {
    let facts = ["constrained", "expensive", "lowPower"]
    var pages: Set<String> = []
    for seed in oracleSeeds(300) {
      var random = SeededRandom(seed: seed)
      var (declared, given, known): ([String], [String: JSONValue], [Bool]) = ([], [:], [])
      var said: [Bool?] = []
      for (place, fact) in facts.enumerated() {
        func maybe(_ percent: Int) -> Bool? { random.chance(percent) ? random.chance(50) : nil }
        let (own, phone, otherwise, hasSource) = (maybe(30), maybe(60), maybe(50), random.chance(80))
        // Without a source and a default the app must give it.
        let value = otherwise ?? (hasSource ? nil : false)
        let source = hasSource ? #", "from": "\#(fact)""# : ""
        let text = value.map { #", "default": \#($0)"# } ?? ""
        declared.append(#""i\#(place)": { "type": "boolean"\#(source)\#(text) }"#)
        given["i\(place)"] = own.map { .bool($0) }
        said.append(phone)
        known.append(own ?? (hasSource ? phone : nil) ?? value ?? false)
      }
      let rules = (0..<8).map { number in
        let when = facts.indices.map { #""i\#($0)": \#(number >> $0 & 1 == 1)"# }
        return #"{ "page": "p\#(number)", "when": { \#(when.joined(separator: ", ")) } }"#
      }
      let text = #"""
        { "flow": "phone", "deadline": "1s", "inputs": { \#(declared.joined(separator: ", ")) },
          "pages": [\#((0...8).map { "\"p\($0)\"" }.joined(separator: ", "))],
          "steps": { "x": { "value": 1, "when": { "i0": true } } },
          "landings": [\#(rules.joined(separator: ", ")), { "page": "p8" }] }
        """#
      let flow = try Flow.read(SourceText(name: "phone.json", text: text)).get()
      let expected = "p\(facts.indices.reduce(0) { $0 + (known[$1] ? 1 << $1 : 0) })"
      var scenario = Scenario()
      scenario.inputs = facts.indices.map { Flow.NamedValue("i\($0)", .bool(known[$0])) }
      let simulation = try Simulation(FlowPlan(flow), scenario).distribution(runs: 1)
      #expect(simulation.landings.map { simulation.pages[Int($0.page)] } == [expected], "seed \(seed)")
      var configuration = FlowEngine.Configuration()
      let state = PhoneState(isConstrained: said[0], isExpensive: said[1], isLowPower: said[2])
      configuration.phone = { state }
      let landing = try await FlowEngine(flow, configuration: configuration).land(inputs: given)
      #expect(landing.page == expected, "seed \(seed)")
      pages.insert(expected)
    }
    #expect(pages.count == 8)
  }

  #if !canImport(Darwin)
    @Test func `a system that says nothing has none of the facts`() async throws {
      #expect(PhoneState.system == PhoneState())
      #expect(try await page(nil) == "home")
    }
  #endif

  @Test func `each run asks anew`() async throws {
    let state = Locked(PhoneState())
    var configuration = FlowEngine.Configuration()
    configuration.phone = { state.withLock { $0 } }
    let engine = try FlowEngine(Self.flow, configuration: configuration)
    #expect(try await engine.land().page == "home")
    state.withLock { $0.isConstrained = true }
    #expect(try await engine.land().page == "other")
  }
}
