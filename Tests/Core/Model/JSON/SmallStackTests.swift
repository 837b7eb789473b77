import Foundation
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// The deepest documents that are allowed, on a stack as small as those of Apple's background threads.
@Suite struct SmallStackTests {
  private func onSmallStack(_ body: @escaping @Sendable () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private static func nested(_ opening: String, _ closing: String, _ depth: Int, around core: String)
    -> String
  {
    String(repeating: opening, count: depth) + core + String(repeating: closing, count: depth)
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
  func valuesNest(_ opening: String, _ closing: String) async {
    let text = Self.nested(opening, closing, 511, around: "[null]")
    let isRead = await onSmallStack {
      guard let value = try? JSONValue(parsing: text),
        let again = try? JSONValue(parsing: value.text(.pretty))
      else {
        return false
      }
      return value == again && value.hashValue == again.hashValue && value.droppingNulls() == value
    }
    #expect(isRead)
  }

  @Test func `flows nest`() async {
    let conditions = Self.nested("{\"any\":[{\"not\":", "}]}", 15, around: "{\"g\":\"failed\"}")
    let predicates = Self.nested("{\"all\":[{\"not\":", "}]}", 15, around: "{\"equals\":1}")
    let value = Self.nested("[", "]", 500, around: "\"${b}\"")
    let steps =
      Self.nested("\"g\":{\"steps\":{", "}}", 30, around: "\"a\":{\"value\":1}")
      + ",\"b\":{\"when\":\(conditions),\"action\":\"x\",\"timeout\":\"1s\",\"valid\":\(predicates)}"
      + ",\"c\":{\"needs\":[\"b\"],\"action\":\"x\",\"timeout\":\"1s\",\"with\":\(value)}"
    let text = FlowText.steps(steps)
    let codes = await onSmallStack {
      let reading = Flow.read(SourceText(name: "deep.json", text: text))
      // The groups all have one name, which is the only thing wrong.
      return reading.diagnostics.allSatisfy { $0.code == .duplicateName } && reading.diagnostics.count == 29
    }
    #expect(codes)
  }
}
