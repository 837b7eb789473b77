import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowAuthoring

/// Each declared key has a text, and each text is about a declared key.
@Suite struct ObjectTextTests {
  @Test(arguments: DeclaredObject.allCases.filter { !$0.keys.isEmpty })
  func `every key has one description`(_ object: DeclaredObject) throws {
    let texts = try #require(ObjectText.all[object])
    #expect(texts.keys.map(\.name).sorted() == object.keys.map(\.name).sorted())
    #expect(texts.keys.filter { $0.text.meaning.count < 8 }.map(\.name) == [])
  }

  @Test func `examples are JSON`() {
    for (object, texts) in ObjectText.all {
      for (name, text) in texts.keys {
        #expect(!text.meaning.contains("e.g."), "\(object).\(name)")
      }
    }
  }
}
