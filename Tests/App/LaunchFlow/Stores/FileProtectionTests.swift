import Foundation
@testable import LaunchFlow
import Testing

/// Stores in the folder for an app's own data, and files that cannot be read yet.
@Suite struct FileProtectionTests {
  @Test func `a store in application support keeps its entries`() async throws {
    let name = "launchflow-test-\(UUID().uuidString)"
    let store = try FileCacheStore.inApplicationSupport(name)
    defer { try? FileManager.default.removeItem(at: store.folder) }
    try await store.store(CacheEntry("value", storedAt: Date()), for: CacheKey("entry"))
    let again = try FileCacheStore.inApplicationSupport(name)
    #expect(try await again.entry(for: CacheKey("entry"))?.value == "value")
    #expect(store.isReadable)
    try await store.waitUntilReadable()
    let mode = try FileManager.default.attributesOfItem(atPath: store.folder.path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func `a folder that does not exist is readable`() {
    #expect(FileCacheStore(folder: URL(filePath: "/nowhere/at/all")).isReadable)
  }

  #if os(Linux)
    @Test func `groups are for apple platforms`() {
      #expect(throws: (any Error).self) {
        try FileCacheStore.inApplicationSupport("launchflow-test", group: "group.example")
      }
    }
  #endif
}
