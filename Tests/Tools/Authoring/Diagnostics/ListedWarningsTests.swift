import LaunchFlowModel
import Testing

@testable import LaunchFlowAuthoring

@Suite struct ListedWarningsTests {
  private static func warnings(_ code: DiagnosticCode, _ count: Int) -> [Diagnostic] {
    (0..<count).map { Diagnostic(code, "warning \($0)", at: Place(JSONPointer.whole / $0)) }
  }

  @Test func `a thousand warnings of a code are listed as they are`() {
    let all = Self.warnings(.needlessOrder, 1000) + Self.warnings(.idleRetry, 999)
    #expect(all.listed == all)
  }

  @Test func `further warnings of a code are counted at the place of the first of them`() {
    let others = Self.warnings(.idleRetry, 2)
    let listed = (Self.warnings(.needlessOrder, 1001) + others).listed
    #expect(listed.prefix(1000).map(\.message) == (0..<1000).map { "warning \($0)" })
    #expect(listed[1000].message == "1 more such warning is not listed")
    #expect(listed[1000].place.path == JSONPointer.whole / 1000)
    #expect(Array(listed.suffix(2)) == others)
    let many = Self.warnings(.needlessOrder, 26_306).listed
    #expect(many.count == 1001)
    #expect(many.last?.message == "25306 more such warnings are not listed")
  }
}
