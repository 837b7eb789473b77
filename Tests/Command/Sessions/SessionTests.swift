import Foundation
import Testing

@Suite struct SessionTests {
  private static let folder = Binary.package.appending(path: "Tests/Command/Goldens/sessions")

  private static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
  }

  @Test(arguments: try names()) func `each command writes the reviewed text`(_ name: String) async throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    try Golden.expect(try await Session.replay(text), in: "sessions/" + name)
  }
}
