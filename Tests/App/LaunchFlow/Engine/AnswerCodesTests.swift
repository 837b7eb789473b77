import LaunchFlowServer
import LaunchFlowTestServers
import LaunchFlowTimeline
import LaunchFlowTraces
import Testing

@testable import LaunchFlow

/// What a server says in codes is in the trace, in the log and with the app; its texts are not.
@Suite struct AnswerCodesTests {
  struct Said: Sendable, CustomTestStringConvertible {
    var status = 200
    var body: String
    var codes: AnswerCodes
    var testDescription: String { "\(status) \(body)" }
  }

  static let said: [Said] = [
    Said(body: #"{"code":0,"data":{"id":"7"}}"#, codes: AnswerCodes(status: 200, code: .number(0))),
    Said(body: #"{"code":500,"msg":"secret"}"#, codes: AnswerCodes(status: 200, code: .number(500))),
    Said(
      body: #"{"code":"E_BUSY","msg":"secret"}"#, codes: AnswerCodes(status: 200, code: .listed("E_BUSY"))),
    Said(body: #"{"code":"E_GONE"}"#, codes: AnswerCodes(status: 200, code: .listed("E_GONE"))),
    Said(body: #"{"code":"138secret"}"#, codes: AnswerCodes(status: 200, code: .other)),
    Said(body: #"{"code":1.5}"#, codes: AnswerCodes(status: 200)),
    Said(body: #"{"code":{"secret":1}}"#, codes: AnswerCodes(status: 200)),
    Said(body: "<p>secret", codes: AnswerCodes(status: 200)),
    Said(status: 401, body: #"{"code":17}"#, codes: AnswerCodes(status: 401, code: .number(17))),
    Said(status: 503, body: "secret", codes: AnswerCodes(status: 503)),
  ]

  static func flow(_ address: String) -> Flow {
    var flow = FlowEngineHTTPTests.flow(address, timeout: .seconds(3_600))
    flow.services[0].envelope?.codes = ["E_BUSY"]
    flow.steps[0].failures = [
      Flow.Failure(
        "gone", Predicate(at: JSONPointer(tokens: ["code"]), [.equals("E_GONE")]), allowFallback: true)
    ]
    return flow
  }

  @Test(arguments: said) func `codes are recorded, texts are not`(_ said: Said) async throws {
    let server = try ScriptedServer()
    server.script(
      "/ask", [Behaviour(.answer(CannedAnswer(status: said.status, body: Array(said.body.utf8))))])
    let lines = Locked<[String]>([])
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [.lines { line in lines.withLock { $0.append(line) } }]
    let engine = try FlowEngine(Self.flow(server.address), configuration: configuration)
    let trace = await (try engine.start()).finished
    #expect(trace.events.compactMap(\.codes) == [said.codes])
    #expect(!trace.fileText.contains("secret"))
    let read = Trace.read(SourceText(name: "run.json", bytes: Array(trace.fileText.utf8)))
    #expect(read.diagnostics == [])
    #expect(read.document == trace)
    #expect(await eventually { lines.withLock { $0.contains { $0.hasSuffix(" finished") } } })
    let all = lines.withLock { $0 }
    #expect(all.contains { $0.contains(" ask attempt 1 ") && $0.hasSuffix(", \(said.codes.text)") })
    #expect(!all.contains { $0.contains("secret") })
  }

  @Test func `an app gets the codes with the notice and the step`() async throws {
    let server = try ScriptedServer()
    server.script("/ask", [.json(#"{"code":500,"msg":"Too many riders."}"#)])
    var flow = Self.flow(server.address)
    flow.steps[0].fallback = []
    flow.steps[0].failures = []
    flow.landings = [
      Flow.Landing(
        "home", when: Condition("ask", is: "unavailable"), notices: [Flow.Notice("${ask.message}")]),
      Flow.Landing("home", after: ["ask"]),
    ]
    let run = try FlowEngine(flow).start()
    var notices: [FlowNotice] = []
    for await notice in run.notices { notices.append(notice) }
    let landing = await run.landing
    let codes = AnswerCodes(status: 200, code: .number(500))
    #expect(notices == [FlowNotice(text: "Too many riders.", style: .toast, code: nil, codes: codes)])
    #expect(landing["ask"]?.codes == codes)
  }
}
