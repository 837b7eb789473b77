import Foundation
import LaunchFlowServer
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

/// Bodies of flows that the app encodes.
@Suite struct EncodedBodyTests {
  private struct Batch: Codable, Sendable { var events: [Int] }

  private static func flow(_ address: String, _ body: Flow.Request.Body) -> Flow {
    var flow = FlowEngineHTTPTests.flow(address, timeout: .seconds(3_600))
    var request = Flow.Request(.service("api", path: "/ask"))
    request.method = "POST"
    request.body = body
    flow.steps[0].work = .http(request)
    flow.inputs = [Flow.Input("secret", .string)]
    flow.inputs[0].defaultValue = "s-1"
    return flow
  }

  private static let batch = Flow.Request.Body.encoded(
    Flow.Encoded("tracking-batch", with: ["events": [1, 2, 300]], contentType: "application/x-protobuf"))

  @Test func `the app's bytes arrive with their type, signed by a hook`() async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.json(#"{"code":0,"data":{"id":"7"}}"#)])
    var actions = FlowActions()
    actions.register(encoder: "tracking-batch", Batch.self) { batch in
      .bytes(
        [8] + batch.events.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    }
    var configuration = FlowEngine.Configuration()
    configuration.prepare["api"] = { request in
      var request = request
      request[header: "X-Sum"] = String(request.body?.reduce(0) { $0 + Int($1) } ?? -1)
      return request
    }
    let engine = try FlowEngine(
      Self.flow(server.address, Self.batch), actions: actions, configuration: configuration)
    #expect(await (try engine.start()).landing["ask"]?.status == .succeeded)
    let request = try #require(server.requests(for: "/ask").first)
    #expect(request.header("X-Sum") == "56")
    #expect(request.header("Content-Type") == "application/x-protobuf")
    #expect(request.body == [8, 1, 0, 2, 0, 44, 1])
  }

  private struct SecretError: Error, CustomStringConvertible { var description: String { "s-1" } }

  @Test func `an encoder that throws makes the attempt malformed, and nothing is sent`() async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.json(#"{"code":0,"data":{"id":"7"}}"#)])
    var actions = FlowActions()
    actions.register(encoder: "tracking-batch") { _ in throw SecretError() }
    let lines = Locked<[String]>([])
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [.lines { line in lines.withLock { $0.append(line) } }]
    let engine = try FlowEngine(
      Self.flow(server.address, Self.batch), actions: actions, configuration: configuration)
    let run = try engine.start()
    #expect(await run.landing["ask"]?.source == .value)
    let trace = await run.finished
    #expect(trace.events.contains { $0.kind == .attemptEnded(step: 0, attempt: 1, .failed(.malformed)) })
    #expect(server.requests.isEmpty)
    #expect(await eventually { lines.withLock { $0.contains { $0.hasSuffix(" finished") } } })
    #expect(!lines.withLock { $0.joined().contains("s-1") })
  }

  @Test func `an encoder that never ends is cut by the attempt's time`() async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    defer { gate.open() }
    var actions = FlowActions()
    actions.register(encoder: "tracking-batch") { _ in
      await gate.wait()
      return .bytes([])
    }
    var flow = Self.flow(server.address, Self.batch)
    flow.steps[0].timeout = .milliseconds(100)
    let run = try FlowEngine(flow, actions: actions).start()
    #expect(await run.landing["ask"]?.source == .value)
    let trace = await run.finished
    #expect(trace.events.contains { $0.kind == .attemptEnded(step: 0, attempt: 1, .failed(.timeout)) })
    #expect(server.requests.isEmpty)
  }

  @Test func `each attempt is encoded anew`() async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.status(503), .json(#"{"code":0,"data":{"id":"7"}}"#)])
    let count = Locked<UInt8>(0)
    var actions = FlowActions()
    actions.register(encoder: "tracking-batch") { _ in
      .bytes(
        [
          count.withLock { count in
            count += 1
            return count
          }
        ])
    }
    var flow = Self.flow(server.address, Self.batch)
    flow.steps[0].retry = Flow.Retry(attempts: 2)
    flow.steps[0].retry?.on = [.server]
    flow.steps[0].retry?.delay = .milliseconds(1)
    #expect(await (try FlowEngine(flow, actions: actions).start()).landing["ask"]?.status == .succeeded)
    #expect(server.requests(for: "/ask").map(\.body) == [[1], [2]])
  }

  @Test func `a form's file and texts arrive, and the trace has percents alone`() async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.json(#"{"code":0,"data":{"id":"7"}}"#)])
    let content = UploadTests.bytes(3 << 20)
    let file = try UploadTests.TemporaryFile(content)
    var actions = FlowActions()
    actions.register(encoder: "photo") { input in
      #expect(input == ["of": "s-1"])
      return .file(file.url)
    }
    let photo = Flow.Encoded("photo", with: ["of": "${secret}"], contentType: "image/jpeg")
    let flow = Self.flow(
      server.address,
      .multipart([
        Flow.Part("token", .value("${secret}")), Flow.Part("order", .value(["json": ["n": 1]])),
        Flow.Part("photo", .encoded(photo), fileName: "${secret}.jpg"),
      ]))
    let run = try FlowEngine(flow, actions: actions).start()
    #expect(await run.landing["ask"]?.status == .succeeded)
    let trace = await run.finished
    let request = try #require(server.requests(for: "/ask").first)
    let fields = try UploadTests.fields(request)
    #expect(
      fields.map(\.head) == [
        "Content-Disposition: form-data; name=\"token\"",
        "Content-Disposition: form-data; name=\"order\"\r\nContent-Type: application/json",
        "Content-Disposition: form-data; name=\"photo\"; filename=\"s-1.jpg\"\r\nContent-Type: image/jpeg",
      ])
    #expect(fields.map(\.content) == [Array("s-1".utf8), Array(#"{"n":1}"#.utf8), content])
    let percents = trace.events.compactMap { event -> Int? in
      if case .progressed(0, 1, let percent) = event.kind { percent } else { nil }
    }
    #expect(percents == percents.sorted() && percents.last == 100)
    #expect(!trace.fileText.contains("s-1"))
  }

  @Test func `a missing encoder is an error where the engine is made`() {
    var actions = FlowActions()
    actions.register("tracking-batch") { _ in 1 }
    let error = #expect(throws: InvalidDocument.self) {
      try FlowEngine(Self.flow("https://h.example", Self.batch), actions: actions)
    }
    #expect(
      error?.diagnostics.map(\.message) == ["the app has not registered the encoder \"tracking-batch\""])
    #expect(error?.diagnostics.map(\.place.path.description) == ["/steps/ask/http/encoded"])
    let form = Flow.Request.Body.multipart([Flow.Part("p", .encoded(Flow.Encoded("x")), fileName: "f")])
    let other = #expect(throws: InvalidDocument.self) { try FlowEngine(Self.flow("https://h.example", form)) }
    #expect(other?.diagnostics.map(\.place.path.description) == ["/steps/ask/http/multipart/p/encoded"])
  }
}
