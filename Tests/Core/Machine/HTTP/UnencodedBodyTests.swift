import LaunchFlowModel
import Testing

@testable import LaunchFlowMachine

/// Bodies that the app encodes, as they are rendered before that.
@Suite struct UnencodedBodyTests {
  private static let values: [String: JSONValue] = ["who": "Li \"x\"", "list": ["a", 2], "gone": .null]

  private static func rendered(_ body: Flow.Request.Body) throws(RequestFlaw) -> HTTPRequest {
    var service = Flow.Service("s")
    service.baseURL = .address("https://h.example")
    var request = Flow.Request(.service("s", path: "/"))
    request.method = "POST"
    request.expect = .none
    request.body = body
    let renderer = RequestRenderer(service: service, environment: RequestEnvironment()) {
      values[$0.subject]
    }
    return try renderer.render(request)
  }

  @Test func `an encoder gets its argument with its references filled in`() throws {
    let body = Flow.Encoded(
      "batch", with: ["n": "${who}", "l": "${list}"], contentType: "application/x-protobuf")
    let request = try Self.rendered(.encoded(body))
    #expect(request.body == nil)
    #expect(request.headers == [HTTPHeader("Content-Type", "application/x-protobuf")])
    let encoding = UnencodedBody.Encoding(encoder: "batch", input: ["n": "Li \"x\"", "l": ["a", 2]])
    #expect(request.unencodedBody == .encoded(encoding))
    #expect(throws: RequestFlaw.nothing(at: Template.Reference("nobody"))) {
      try Self.rendered(.encoded(Flow.Encoded("batch", with: "${nobody}", contentType: "a/b")))
    }
  }

  @Test func `an own header stands for the type`() throws {
    var request = Flow.Request(.url("https://h.example"))
    request.method = "POST"
    request.headers = [Flow.NamedValue("content-type", "text/x")]
    request.body = .encoded(Flow.Encoded("batch", contentType: "a/b"))
    let renderer = RequestRenderer(service: nil, environment: RequestEnvironment()) { _ in nil }
    #expect(try renderer.render(request)[header: "Content-Type"] == "text/x")
  }

  @Test func `fields are texts, JSON, lists and files`() throws {
    let parts = [
      Flow.Part("note", .value("for ${who}")), Flow.Part("n", .value(7)), Flow.Part("tag", .value("${list}")),
      Flow.Part("order", .value(["json": ["to": "${who}"]])), Flow.Part("none", .value("${?nobody}")),
      Flow.Part(
        "photo", .encoded(Flow.Encoded("photo", contentType: "image/jpeg")), fileName: "${who}.jpg"),
    ]
    let request = try Self.rendered(.multipart(parts))
    #expect(request.headers == [])
    func text(_ name: String, _ text: String, _ type: String? = nil) -> UnencodedBody.Part {
      UnencodedBody.Part(name: name, content: .bytes(Array(text.utf8)), contentType: type)
    }
    #expect(
      request.unencodedBody
        == .parts([
          text("note", "for Li \"x\""), text("n", "7"), text("tag", "a"), text("tag", "2"),
          text("order", #"{"to":"Li \"x\""}"#, "application/json"),
          UnencodedBody.Part(
            name: "photo", content: .encoding(UnencodedBody.Encoding(encoder: "photo")),
            fileName: "Li \"x\".jpg", contentType: "image/jpeg"),
        ]))
  }
}
