import LaunchFlowMachine
import Testing

@Suite struct HTTPRequestTests {
  @Test(arguments: [
    ("https://h.example/other", true), ("https://cdn.example.com/", true), ("https://evil.example/", false),
    ("http://h.example/", false), ("file:///etc/passwd", false), ("http://127.0.0.1:9/", false),
  ])
  func `bounds redirects`(_ target: String, _ isAllowed: Bool) {
    let request = HTTPRequest(url: "https://h.example/", allowedHosts: ["*.example.com"])
    #expect(request.allowsRedirect(to: target) == isAllowed)
  }
}
