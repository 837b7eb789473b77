import LaunchFlowMachine
import Testing

@testable import LaunchFlowModel

@Suite struct RequestRendererTests {
  private let values: [String: JSONValue] = [
    "who": "a b/ü?&=#%", "number": 42, "flag": true, "list": ["x", 1], "gone": nil, "up": "..",
    "step": ["name": "n", "deep": [10, 20]], "crlf": "x\r\nEvil: 1", "host": "https://api.example.com/v1/",
    "evil": "https://evil.example", "quoted": "a\"b", "tricky": "https://api.example.com@evil.example",
    "word": "api",
  ]

  private func render(
    _ request: Flow.Request, _ service: Flow.Service? = nil, _ environment: RequestEnvironment = .init()
  ) throws -> HTTPRequest {
    let renderer = RequestRenderer(service: service, environment: environment) { reference in
      guard case .value(let pointer) = reference.part else { return nil }
      return values[reference.subject]?[pointer]
    }
    return try renderer.render(request)
  }

  private func service(_ address: String = "https://h.example") -> Flow.Service {
    var service = Flow.Service("s")
    service.baseURL = .address(address)
    return service
  }

  @Test(arguments: [
    ("/a", "https://h.example/a"),
    ("a", "https://h.example/a"),
    ("/${who}/x", "https://h.example/a%20b%2F%C3%BC%3F%26%3D%23%25/x"),
    ("/${number}-${flag}", "https://h.example/42-true"),
    ("/ü x?q=1#f", "https://h.example/%C3%BC%20x?q=1%23f"),
    ("/%20%zz", "https://h.example/%20%25zz"),
    ("/${step/deep/1}", "https://h.example/20"),
    ("//other.example/", "https://h.example//other.example/"),
    ("@other.example", "https://h.example/@other.example"),
    ("/$${who}", "https://h.example/$%7Bwho%7D"),
    ("/../a", "https://h.example/../a"),
  ])
  func encodesPaths(_ path: String, _ url: String) throws {
    #expect(try render(.init(.service("s", path: path)), service()).url == url)
  }

  @Test(arguments: ["/${up}/a", "/%2e${up}", "/x/.${up}", "/%2E%2e/${number}", "/${up}?x"])
  func aValueCannotClimbUpThePath(_ path: String) {
    let climbs = path != "/%2e${up}" && path != "/x/.${up}"
    let request = Flow.Request(.service("s", path: path))
    if climbs {
      #expect(throws: RequestFlaw.pathEscape) { try render(request, service()) }
    } else {
      #expect(throws: Never.self) { try render(request, service()) }
    }
  }

  /// A search for each header's place in the list would take a minute here.
  @Test func `thousands of headers keep their order and the last word`() throws {
    var service = service()
    service.headers = (0..<30_000).map { .init("x-\($0)", "own") }
    var request = Flow.Request(.service("s", path: "/a"))
    request.headers = [.init("X-7", "mine"), .init("y", "2")]
    let headers = try render(request, service).headers
    #expect(headers.count == 30_002)
    #expect(headers[7] == HTTPHeader("X-7", "mine") && headers[8] == HTTPHeader("x-8", "own"))
    #expect(headers[30_000] == HTTPHeader("y", "2"))
  }

  @Test func `parameters and headers are merged, and the request's win`() throws {
    var service = service("https://h.example/api/")
    service.query = [.init("v", 1), .init("who", "${who}"), .init("none", nil)]
    service.headers = [.init("X-Token", "t"), .init("Accept", "text/x"), .init("X-Null", nil)]
    var request = Flow.Request(.service("s", path: "/p?z=0"))
    request.query = [.init("list", "${list}"), .init("v", "${number}"), .init("a b", false)]
    request.headers = [.init("x-token", "own ${number}")]
    let rendered = try render(request, service)
    #expect(
      rendered.url
        == "https://h.example/api/p?z=0&who=a%20b%2F%C3%BC%3F%26%3D%23%25&list=x&list=1&v=42&a%20b=false")
    #expect(rendered.headers == [HTTPHeader("x-token", "own 42"), HTTPHeader("Accept", "text/x")])
    #expect(rendered.body == nil)
  }

  @Test func `parts with an optional reference without a value are left out`() throws {
    var service = service()
    service.headers = [.init("Authorization", "Bearer ${?token}"), .init("X-Who", "${?word}")]
    service.query = [.init("guest", "${?nobody/id}"), .init("n", "${?number}")]
    var request = Flow.Request(.service("s", path: "/"))
    request.method = "POST"
    request.body = .json([
      "a": "${?nobody}", "b": ["${?nobody}", 1, "${?step/deep/0}"], "c": ["d": "x ${?step/none}"],
      "e": "${?gone}",
    ])
    var rendered = try render(request, service)
    #expect(rendered.url == "https://h.example/?n=42")
    #expect(rendered[header: "Authorization"] == nil)
    #expect(rendered[header: "X-Who"] == "api")
    let json = #"{"b":[1,10],"c":{},"e":null}"#
    #expect(rendered.body.map { String(decoding: $0, as: UTF8.self) } == json)
    request.body = .form([.init("k", "${?nobody}"), .init("n", "${?gone}"), .init("w", "${?word}")])
    rendered = try render(request, service)
    #expect(rendered.body.map { String(decoding: $0, as: UTF8.self) } == "w=api")
    #expect(throws: RequestFlaw.nothing(at: Template.Reference("nobody"))) {
      request.query = [.init("k", "${nobody}")]
      return try render(request, service)
    }
  }

  @Test func `a field carries JSON as text`() throws {
    var request = Flow.Request(.service("s", path: "/"))
    request.method = "POST"
    request.query = [.init("q", ["json": ["${number}", "${?nobody}"]])]
    request.headers = [.init("X-Where", ["json": ["n": "${number}"]])]
    request.body = .form([.init("data", ["json": ["key": "${quoted}", "page": 1]])])
    let rendered = try render(request, service())
    #expect(rendered.url == "https://h.example/?q=%5B42%5D")
    #expect(rendered[header: "X-Where"] == #"{"n":42}"#)
    // {"key":"a\"b","page":1}
    let form = "data=%7B%22key%22%3A%22a%5C%22b%22%2C%22page%22%3A1%7D"
    #expect(rendered.body.map { String(decoding: $0, as: UTF8.self) } == form)
  }

  @Test func `writes bodies and their types`() throws {
    var request = Flow.Request(.service("s", path: "/"))
    request.method = "POST"
    request.expect = .none
    request.body = .json([
      "whole": "${list}", "part": "n=${number}", "kept": "${gone}", "deep": [["${flag}"]],
    ])
    var rendered = try render(request, service())
    let json = #"{"whole":["x",1],"part":"n=42","kept":null,"deep":[[true]]}"#
    #expect(rendered.body.map { String(decoding: $0, as: UTF8.self) } == json)
    #expect(rendered.headers == [HTTPHeader("Content-Type", "application/json")])
    request.body = .form([.init("a b", "${who}"), .init("n", nil), .init("l", "${list}")])
    rendered = try render(request, service())
    let form = "a+b=a+b%2F%C3%BC%3F%26%3D%23%25&l=x&l=1"
    #expect(rendered.body.map { String(decoding: $0, as: UTF8.self) } == form)
    #expect(rendered[header: "content-type"] == "application/x-www-form-urlencoded")
    request.body = .text("<${step/name}>")
    request.headers = [.init("content-type", "text/html")]
    rendered = try render(request, service())
    #expect(rendered.body.map { String(decoding: $0, as: UTF8.self) } == "<n>")
    #expect(rendered.headers == [HTTPHeader("content-type", "text/html")])
  }

  @Test(arguments: [
    ("/${nobody}", RequestFlaw.nothing(at: .init("nobody"))),
    ("/${step/absent}", .nothing(at: .init("step", .value(.init(tokens: ["absent"]))))),
    ("/${gone}", .nothing(at: .init("gone"))),
    ("/${", .template(.unterminated(""))),
  ])
  func aReferenceThatFindsNothingIsAFlaw(_ path: String, _ flaw: RequestFlaw) {
    #expect(throws: flaw) { try render(.init(.service("s", path: path)), service()) }
    var request = Flow.Request(.service("s", path: "/"))
    request.query = [.init("q", .string(String(path.dropFirst())))]
    #expect(throws: flaw) { try render(request, service()) }
  }

  @Test func `headers contain no line breaks`() {
    var request = Flow.Request(.service("s", path: "/"))
    request.headers = [.init("X-A", "${crlf}")]
    #expect(throws: RequestFlaw.header("X-A")) { try render(request, service()) }
    request.headers = [.init("X-A: 1\r\nX-B", "v")]
    #expect(throws: RequestFlaw.self) { try render(request, service()) }
    request.headers = [.init("X-A", "\u{0}")]
    #expect(throws: RequestFlaw.header("X-A")) { try render(request, service()) }
  }

  @Test(arguments: [
    ("${host}", ["*.example.com"], "https://api.example.com/v1/p"),
    ("${host}", ["API.example.com"], "https://api.example.com/v1/p"),
    ("https://${word}.example.com", ["*.example.com"], "https://api.example.com/p"),
    ("https://h.example/${word}", [], "https://h.example/api/p"),
  ])
  func aReferencedAddressOnAnAllowedHostIsUsed(_ base: String, _ hosts: [String], _ url: String) throws {
    var service = service(base)
    service.allowedHosts = hosts
    let rendered = try render(.init(.service("s", path: "/p")), service)
    #expect(rendered.url == url)
    #expect(rendered.allowedHosts == hosts)
  }

  @Test(arguments: [
    ("${host}", RequestFlaw.hostNotAllowed, []), ("${evil}", .hostNotAllowed, ["*.example.com"]),
    ("${host}", .hostNotAllowed, ["example.com"]), ("${tricky}", .noWebAddress, ["*.example.com"]),
    ("${who}", .noWebAddress, ["*"]), ("https://${evil}", .noWebAddress, ["*.example.com"]),
    ("https://api.example.com${up}", .noWebAddress, ["*.example.com"]),
    ("ftp://x.example", .noWebAddress, []), ("https://h.example?q=", .noWebAddress, []),
    ("http://h.example", .plainHTTP, []),
  ])
  func anyOtherAddressIsRefused(_ base: String, _ flaw: RequestFlaw, _ hosts: [String]) {
    var service = service(base)
    service.allowedHosts = hosts
    #expect(throws: flaw) { try render(.init(.service("s", path: "/p")), service) }
  }

  @Test func `a whole URL is checked as well`() throws {
    #expect(try render(.init(.url("http://127.0.0.1:8080/a?x=${who}&y"))).url.hasSuffix("%23%25&y"))
    #expect(throws: RequestFlaw.plainHTTP) { try render(.init(.url("http://h.example/"))) }
    #expect(throws: RequestFlaw.hostNotAllowed) { try render(.init(.url("${host}"))) }
    #expect(throws: RequestFlaw.unknownService("s")) { try render(.init(.service("s", path: "/"))) }
  }

  @Test func `the environment chooses the address`() throws {
    var service = Flow.Service("s")
    service.baseURL = .byEnvironment([
      .init(environment: "release", address: "https://r.example"),
      .init(environment: "test", address: "http://t.example"),
    ])
    let request = Flow.Request(.service("s", path: "/p"))
    let byHand = ["s": "http://192.168.1.5:8080/x/"]
    let expected: [(RequestEnvironment, String)] = [
      (.init("release"), "https://r.example/p"),
      (.init("test", isRelease: false), "http://t.example/p"),
      (.init("test", isRelease: false, addresses: byHand), "http://192.168.1.5:8080/x/p"),
      (.init("release", addresses: byHand), "https://r.example/p"),
      (.init(), "https://r.example/p"),
    ]
    for (environment, url) in expected { #expect(try render(request, service, environment).url == url) }
    #expect(throws: RequestFlaw.noAddress(service: "s", environment: "develop")) {
      try render(request, service, .init("develop", isRelease: false))
    }
    #expect(try render(request, service, .init("test", isRelease: false)).allowsPlainHTTP)
  }

  @Test(arguments: [
    ("https://h.example/other", true), ("https://cdn.example.com/", true), ("https://evil.example/", false),
    ("http://h.example/", false), ("file:///etc/passwd", false), ("http://127.0.0.1:9/", false),
  ])
  func `bounds redirects`(_ target: String, _ isAllowed: Bool) {
    let request = HTTPRequest(url: "https://h.example/", allowedHosts: ["*.example.com"])
    #expect(request.allowsRedirect(to: target) == isAllowed)
  }
}
