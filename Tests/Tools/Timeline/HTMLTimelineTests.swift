import Foundation
import LaunchFlowDelivery
import LaunchFlowMachine
import Testing

@testable import LaunchFlowTimeline

@Suite struct HTMLTimelineTests {
  /// What stands between two marks, the first occurrence.
  private func part(of text: String, from start: String, to end: String) -> String? {
    guard let first = text.firstRange(of: start) else { return nil }
    let rest = text[first.upperBound...]
    return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
  }

  /// As a page's security policy writes it.
  private func digest(of text: String) -> String {
    Data(SHA256.digest(Array(text.utf8))).base64EncodedString()
  }

  @Test func `the policy allows its own style and script alone`() throws {
    let page = Picture(PicturedRun(everySign())).html()
    let policy = try #require(part(of: page, from: "Content-Security-Policy\" content=\"", to: "\">"))
    #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("unsafe"))
    let style = try #require(part(of: page, from: "<style>", to: "</style>"))
    let script = try #require(part(of: page, from: "<script>", to: "</script>"))
    #expect(policy.contains("style-src 'sha256-\(digest(of: style))'"))
    #expect(policy.contains("script-src 'sha256-\(digest(of: script))'"))
    #expect(page.ranges(of: "<style>").count == 1 && page.ranges(of: "<script>").count == 1)
  }

  @Test func `hostile names stay text in the data`() throws {
    let page = Picture(PicturedRun(SampleNames.hostile.run())).html()
    let data = try #require(part(of: page, from: "class=\"rows\">", to: "</script>"))
    #expect(!data.contains("<") && data.contains("\\u003cscript>"))
  }

  @Test func `the data names every row`() throws {
    let page = Picture(PicturedRun(everySign())).html()
    let data = try #require(part(of: page, from: "class=\"rows\">", to: "</script>"))
    let names = everySign().steps.map { "{\"name\":\"\($0.name)\"" }
    #expect(data.ranges(of: "{\"name\":").count == names.count)
    #expect(names.allSatisfy { data.contains($0) })
    #expect(data.contains("[\"attempt 2\",\"1 s to 2 s, failed, timeout\"]"))
  }

  @Test func `chain and table stand without script`() throws {
    let page = Picture(PicturedRun(everythingHangs())).html()
    let chain = try #require(part(of: page, from: "id=\"chain\"", to: "</section>"))
    let places = ["is-verifying-version", "login", "get-rider-info"].map {
      chain.firstRange(of: ">\($0)<")?.lowerBound
    }
    #expect(
      places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    let table = try #require(part(of: page, from: "id=\"table\"", to: "</section>"))
    #expect(everythingHangs().steps.allSatisfy { table.contains(">\($0.name)<") })
  }
}
