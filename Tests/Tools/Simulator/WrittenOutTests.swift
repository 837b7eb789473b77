import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// Modules and repeated steps are the flow written out.
@Suite struct WrittenOutTests {
  @Test func `runs are those of the reference`() throws {
    var names: Set<String> = []
    for seed in oracleSeeds(300) {
      var maker = WrittenOutMaker(seed)
      let oracle = maker.oracle()
      let files = oracle.files().mapValues { SourceText(name: "app.json", text: $0) }
      let text = try #require(files["app.json"])
      let flow: Flow
      let written: Flow
      do {
        flow = try Flow.read(text, including: { files[$0] }).get()
        written = try Flow.read(SourceText(name: "written.json", text: oracle.written())).get()
      } catch {
        Issue.record("seed \(seed): \(error) \(oracle.files()) \(oracle.written())")
        return
      }
      #expect(flow.resolvedText == written.resolvedText, "seed \(seed)")
      if flow.resolvedText != written.resolvedText {
        print(String(decoding: flow.resolvedText, as: UTF8.self), oracle.files(), oracle.written())
        return
      }
      let change: (inout Scenario) -> Void = { scenario in
        scenario.seed = seed
        scenario.steps = [
          Scenario.StepBehaviours(
            "*", [Scenario.Behaviour(takes: .logNormal(median: .milliseconds(200), p99: .seconds(3)))])
        ]
      }
      let lines = try Rules.lines(flow, run: seed, change)
      #expect(try lines == Rules.lines(written, run: seed, change), "seed \(seed)")
      names.formUnion(FlowIndex(flow).steps.map(\.name))
    }
    // Modules of modules, elements of modules, what begins after the landing.
    #expect(names.contains { $0.hasPrefix("im-in-") } && names.contains { $0.hasSuffix("-each1-p") })
  }
}

/// Makes flows with modules at random.
struct WrittenOutMaker {
  private typealias Step = WrittenOutOracle.Step
  private typealias Module = WrittenOutOracle.Module

  private var random: SeededRandom

  init(_ seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func oracle() -> WrittenOutOracle {
    var oracle = WrittenOutOracle()
    oracle.app.timeout = 700
    oracle.app.retry = random.chance(50) ? #""retry": { "attempts": 3, "jitter": "none" }"# : nil
    oracle.app.declared.lanes = [#""own": 1"#]
    oracle.app.declared.takesShared = random.chance(30)
    let first = random.chance(50) ? "first" : "open"
    oracle.app.steps = [
      Step(name: "first", keys: [#""action": "begin""#], isCall: true, mayRetry: true),
      Step(name: "open", keys: [#""value": 1"#]),
    ]
    for (place, name) in ["im", "im-b"].prefix(random.number(1...2)).enumerated() {
      var step = Step(name: name, work: .module(module(place == 0 ? "chat" : "wallet", depth: 0)))
      order(&step, [first])
      if random.chance(40) { step.lane = "own" }
      if random.chance(20) { step.after.append("landing") }
      oracle.app.steps.insert(step, at: random.number(0...oracle.app.steps.count))
    }
    oracle.app.steps.append(Step(name: "last", keys: [#""action": "end""#], isCall: true, mayRetry: true))
    return oracle
  }

  private mutating func module(_ name: String, depth: Int) -> Module {
    var module = Module(name: name, timeout: 100 * random.number(1...9))
    module.retry = random.chance(50) ? #""retry": { "attempts": 2, "jitter": "none" }"# : nil
    module.afterLanding = random.chance(30) ? "continue" : nil
    let takesShared = random.chance(50)
    module.declared.takesShared = takesShared
    module.declared.caches = [#""«kept»": { "scope": "user" }"#]
    module.declared.lanes = [#""«disk»": 2"#]
    module.declared.services = [
      #""«server»": { "baseURL": "https://\#(name).example.com", "headers": { "Of": "${«first»/user}", "Is": "$${first}" } }"#,
      #""«copy»": { "like": "«server»", "failures": { "gone": { "status": 410, "clears": "\#(random.pick(["«kept»", "user"]))" } } }"#,
    ]
    module.steps = [Step(name: "«first»", keys: [#""value": { "user": "first" }"#])]
    var known = ["«first»"]
    for number in 1...random.number(2...5) {
      var step = step(number, known, takesShared)
      if depth == 0, number == 2, random.chance(50) {
        step = Step(name: "«in»", work: .module(self.module(name + "-inner", depth: 1)))
        if random.chance(40) { step.lane = "«disk»" }
      }
      order(&step, known)
      if random.chance(25) {
        step.after.append("landing")
        if random.chance(30) { step.when.append(#""landing": "home""#) }
      } else {
        known.append(step.name)
        if random.chance(20) { step.afterLanding = random.pick(["continue", "cancel"]) }
      }
      module.steps.append(step)
    }
    // A file has the parts that its steps use.
    let text = module.steps.map { step in
      if case .module = step.work { step.lane ?? "" } else { "\(step)" }
    }.joined()
    if !text.contains("«copy»") { module.declared.services.removeAll { $0.hasPrefix("\"«copy»") } }
    if !(text + "\(module.declared.services.dropFirst())").contains("«server»") {
      module.declared.services = []
    }
    let named = text + "\(module.declared.services)"
    if !named.contains("«kept»"), !named.contains("clears") { module.declared.caches = [] }
    if !text.contains("«disk»") { module.declared.lanes = [] }
    return module
  }

  /// What a step comes after.
  private mutating func order(_ step: inout Step, _ known: [String]) {
    for name in known where !step.needs.contains(name) {
      switch random.number(1...6) {
      case 1: step.needs.append(name)
      case 2: step.after.append(name)
      case 3:
        let term = random.pick([
          #""\#(name)": "available""#,
          #""any": [{ "\#(name)": "unavailable" }, { "not": { "\#(name)": "skipped" } }]"#,
          #""atLeast": { "count": 1, "of": [{ "\#(name)": "settled" }, { "flag": false }] }"#,
        ])
        // A condition in a file has each key once.
        if !step.when.contains(where: { $0.prefix(6) == term.prefix(6) }) { step.when.append(term) }
      default: break
      }
    }
    if random.chance(20) { step.when.append(#""flag": true"#) }
  }

  private mutating func step(_ number: Int, _ known: [String], _ takesShared: Bool) -> Step {
    let name = "«\(random.pick(["ask", "each", "im"]))\(number)»"
    switch random.number(1...6) {
    case 1:
      return Step(
        name: name, keys: [#""cache": "«kept»", "fallback": [{ "action": "make", "timeout": "1s" }]"#])
    case 2: return Step(name: name, keys: [#""await": "shown", "timeout": "300ms""#])
    case 3:
      let members = (0...random.number(0...1)).map { call("«m\(number)-\($0)»", takesShared) }
      let result = #""results": { "fine": { "\#(members[0].name)": "succeeded" } }"#
      return Step(name: name, work: .group(members), keys: [result])
    case 4:
      var step = call("«each\(number)»", takesShared)
      step.work = .each(["p", "q"])
      step.needs = ["«first»"]
      step.keys.append(#""results": { "good": { "at": "/‹›", "equals": "x‹›$${each}" } }"#)
      return step
    default: return call(name, takesShared)
    }
  }

  /// A request or an action.
  private mutating func call(_ name: String, _ takesShared: Bool) -> Step {
    var step = Step(name: name, needs: ["«first»"], isCall: true)
    if random.chance(40) {
      step.keys = [
        #""action": "first", "with": { "first": ["${?«first»/x}", "first", "$${first}", "${flag}"] }"#
      ]
      step.mayRetry = true
    } else {
      let isPost = random.chance(30)
      let service = random.pick(["«server»", "«copy»"] + (takesShared ? ["common"] : []))
      let body = isPost ? #", "method": "POST", "text": "${«first»/name}!""# : ""
      step.keys = [
        #""http": { "service": "\#(service)", "path": "/${«first»/id}", "query": { "q": "${?«first»/q}" }\#(body) }"#
      ]
      step.mayRetry = !isPost
    }
    if random.chance(40) {
      let cache = takesShared && random.chance(30) ? "both" : "«kept»"
      step.keys.append(
        #""store": "\#(cache)", "fallback": [{ "cache": "\#(cache)" }, { "value": { "first": 1 } }]"#)
    }
    if random.chance(20) { step.keys.append(#""useFallbackAfter": "100ms", "deadline": "2s""#) }
    if random.chance(30) { step.timeout = 100 * random.number(1...9) }
    if random.chance(30) { step.retry = #""retry": { "attempts": 3, "on": ["network"] }"# }
    if random.chance(30) { step.lane = random.pick(["«disk»", "main"]) }
    return step
  }
}
