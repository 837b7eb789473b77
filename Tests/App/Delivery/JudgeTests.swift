import LaunchFlow
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowDelivery

@Suite struct JudgeTests {
  private static func flow(_ addresses: [String] = [], more: String = "") throws -> Flow {
    let steps = (addresses.isEmpty ? ["https://api.example.com/"] : addresses).enumerated().map {
      #""s\#($0)": { "http": { "url": "\#($1)" }, "timeout": "1s" }"#
    }
    let text = FlowText(steps: steps.joined(separator: ", "), more: more).text
    let reading = Flow.read(SourceText(name: "judged.json", text: text))
    return try #require(reading.document, "\(reading.diagnostics)")
  }

  @Test func `the servers that are missing are named in file order`() throws {
    let own = FlowHosts(
      try Self.flow(["https://api.example.com/a"]), and: ["*.cdn.example.com", "Exact.example.com"])
    let other = FlowHosts(
      try Self.flow([
        "https://api.example.com/b", "https://x.cdn.example.com/", "https://cdn.example.com/",
        "http://y.cdn.example.com/", "https://exact.example.com/", "https://cdn.example.com/again",
      ]),
      and: [
        "*.a.cdn.example.com", "*.cdn.example.com", "cdn.example.com", "api.example.com",
        "evilcdn.example.com", "*.example.com", "CDN.example.com",
      ])
    #expect(
      own.missing(of: other) == [
        "https://cdn.example.com", "http://y.cdn.example.com", "cdn.example.com", "evilcdn.example.com",
        "*.example.com",
      ])
    #expect(own.missing(of: own).isEmpty)
  }

  /// A request encodes these before it is sent, so they hide no server.
  @Test(arguments: ["/é", "/a b", "/a\\\\b", "?é", "/é/${in}", "?q=é${in}", "/\u{202E}", ":8443/ä"])
  func `no character behind the host hides a server`(_ rest: String) throws {
    let own = FlowHosts(try Self.flow(["https://api.example.com/a"]))
    let more = #""inputs": { "in": { "type": "string" } },"#
    let flow = try Self.flow(["https://evil.example.net" + rest], more: more)
    let port = rest.hasPrefix(":8443") ? ":8443" : ""
    #expect(own.missing(of: FlowHosts(flow)) == ["https://evil.example.net" + port])
  }

  @Test(arguments: ["", ".", "..", "../f.json", "a/f.json", "a\\f.json", "f\n.json"])
  func `a manifest's names are those of files`(_ name: String) throws {
    var manifest = Manifest(
      flow: "f", sequence: 1, issued: 0, expires: 9, files: [.init("f.json", digest: SHA256.hex([]))])
    #expect(try Manifest(Array(manifest.text.utf8)) == manifest)
    manifest.files.append(.init(name, digest: SHA256.hex([])))
    #expect(throws: PackageRefusal.self) { try Manifest(Array(manifest.text.utf8)) }
  }

  @Test func `an order to return is for every installation`() throws {
    var manifest = Manifest(flow: "f", sequence: 1, issued: 0, expires: 9, files: [])
    #expect(try Manifest(Array(manifest.text.utf8)) == manifest)
    manifest.rollout = .init(share: 100)
    #expect(throws: PackageRefusal.self) { try Manifest(Array(manifest.text.utf8)) }
  }

  /// If each is compared with each, this test takes minutes.
  @Test func `thousands of values and servers are compared by sets`() throws {
    let count = 20_000
    var flow = try Self.flow(more: #""inputs": { "city": { "type": "number" } },"#)
    flow.inputs[0].values = (0..<count).map { .integer(Int64($0)) }
    var other = flow
    other.inputs[0].values.reverse()
    #expect(Judge(flow, actions: []).gaps(of: other).isEmpty)
    other.inputs[0].values.removeLast()
    #expect(
      Judge(flow, actions: []).gaps(of: other) == [
        "the input \"city\" does not take every value that the app may give"
      ])
    let names = (0..<count).map { "h\($0).example.com" }
    let hosts = FlowHosts(flow, and: names)
    #expect(hosts.patterns.count == count)
    let more = FlowHosts(flow, and: names.reversed() + ["new.example.com"])
    #expect(hosts.missing(of: more) == ["new.example.com"])
  }
}
