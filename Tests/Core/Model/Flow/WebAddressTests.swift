import LaunchFlowModel
import Testing

@Suite struct WebAddressTests {
  @Test(
    arguments: [
      ("https://a.example", "a.example", nil, ""), ("HTTP://A.Example:80/x?y#z", "a.example", 80, "/x?y#z"),
      ("https://[2001:DB8::1]:8443/", "[2001:db8::1]", 8443, "/"),
      ("https://a_b-c.example?q", "a_b-c.example", nil, "?q"),
      ("http://[::ffff:1.2.3.4]", "[::ffff:1.2.3.4]", nil, ""),
      ("http://[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7::]", nil, ""),
    ] as [(String, String, Int?, String)])
  func reads(_ text: String, _ host: String, _ port: Int?, _ rest: String) throws {
    let address = try #require(WebAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.rest == rest)
  }

  @Test(arguments: [
    "", "a.example", "//a.example", "ftp://a.example", "https:/a", "https://", "https:///x",
    "https://a@b.example",
    "https://a:b@c.example", "https://a.example:", "https://a.example:0", "https://a.example:65536",
    "https://a.example:8o", "https://a.example\\@b.example", "https://a .example", "https://ä.example",
    "https://a.example/\n", "https://a..example", "https://.example", "https://[::1", "https://[zz]/",
    "https://a%2eexample", "javascript:alert(1)", "https://[1:2]/", "https://[1::2::3]", "https://[:::]",
    "https://[]",
    "https://[1:2:3:4:5:6:7:8:9]", "https://[12345::]", "https://[::1.2.3]", "https://[::1.2.3.256]",
    "https://[1:]",
  ])
  func refuses(_ text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(arguments: [
    ("http://localhost:1", true), ("http://127.0.0.1", true), ("http://127.1.2.3", true),
    ("http://[::1]:8", true),
    ("http://127.evil.example", false), ("http://127.0.0.1.evil.example", false), ("http://128.0.0.1", false),
    ("http://localhost.evil.example", false), ("http://127.0.0.256", false),
  ])
  func `knows loopback`(_ text: String, _ isLoopback: Bool) throws {
    #expect(try #require(WebAddress(text)).isLoopback == isLoopback)
  }

  @Test(arguments: [
    ("https://a.example.com", true), ("https://x.a.example.com", true), ("https://example.com", false),
    ("https://notexample.com", false), ("https://a.example.com.evil.example", false),
    ("https://exact.example", true),
    ("https://sub.exact.example", false),
  ])
  func `matches hosts`(_ text: String, _ matches: Bool) throws {
    #expect(try #require(WebAddress(text)).isOn(["*.example.com", "exact.example"]) == matches)
  }
}
