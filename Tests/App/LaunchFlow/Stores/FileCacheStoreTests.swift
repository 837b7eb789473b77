import Foundation
import LaunchFlowModel
import Testing

@testable import LaunchFlow

@Suite struct FileCacheStoreTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("launchflow-\(UUID().uuidString)")
    .appendingPathComponent("store")
  private let date = Date(timeIntervalSince1970: 1_700_000_000.25)

  @Test func `returns the stored entry`() async throws {
    defer { removeFolder() }
    let value: JSONValue = ["a": [1, 2.5, nil, true, "ü\u{0}\n"], "b": [:]]
    let key = CacheKey("login", scope: "user")
    try await FileCacheStore(folder: folder).store(CacheEntry(value, storedAt: date), for: key)
    // Another store: nothing is kept in memory.
    let entry = try await FileCacheStore(folder: folder).entry(for: key)
    #expect(entry == CacheEntry(value, storedAt: date))
  }

  @Test func `is readable by its user alone`() async throws {
    defer { removeFolder() }
    try await FileCacheStore(folder: folder).store(CacheEntry(1, storedAt: date), for: CacheKey("a"))
    for path in [folder.path, folder.path + "/unscoped"] {
      #expect(try permissions(path) == 0o700)
    }
    #expect(try permissions(folder.path + "/unscoped/a") == 0o600)
  }

  @Test(arguments: [
    "..", ".", "", "a/b", "/etc/passwd", "A", "a", "ä", "a\u{308}", "a\u{0}b", "_tmp-x", "100%",
    String(repeating: "é/", count: 500),
  ])
  func anyTextIsAKeyAndAScope(_ text: String) async throws {
    defer { removeFolder() }
    let store = FileCacheStore(folder: folder)
    let names = [text, "other", text + "x"]
    for (index, name) in names.enumerated() {
      for scope in [name, nil] {
        let value: JSONValue = .string("\(index) \(scope == nil)")
        try await store.store(CacheEntry(value, storedAt: date), for: CacheKey(name, scope: scope))
      }
    }
    for (index, name) in names.enumerated() {
      for scope in [name, nil] {
        let entry = try await store.entry(for: CacheKey(name, scope: scope))
        #expect(entry?.value == .string("\(index) \(scope == nil)"))
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
  }

  @Test func `a scope is cleared as a whole and alone`() async throws {
    defer { removeFolder() }
    let store = FileCacheStore(folder: folder)
    let keys = [CacheKey("a", scope: "user"), CacheKey("b", scope: "user"), CacheKey("a"), CacheKey("user")]
    for key in keys { try await store.store(CacheEntry(1, storedAt: date), for: key) }
    try await store.removeEntries(in: "user")
    #expect(try await found(keys, in: store) == [false, false, true, true])
    try await store.store(CacheEntry(1, storedAt: date), for: keys[0])
    try await store.removeEntries(in: nil)
    #expect(try await found(keys, in: store) == [true, false, false, false])
    try await store.removeEntry(for: keys[0])
    try await store.removeEntry(for: keys[0])
    #expect(try await found(keys, in: store) == [false, false, false, false])
  }

  @Test(arguments: [
    ("empty", "checksum"), ("cut checksum", "checksum"), ("cut", "checksum"), ("longer", "checksum"),
    ("flipped", "checksum"), ("huge", "tooLarge"),
  ])
  func `a damaged entry is reported once and counts as absent`(_ damage: String, _ flaw: String)
    async throws
  {
    defer { removeFolder() }
    let reports = Locked<[String]>([])
    let store = FileCacheStore(folder: folder, entryLimit: 1000) { key, flaw in
      reports.withLock { $0.append("\(key.name): \(flaw)") }
    }
    let key = CacheKey("a", scope: "s")
    try await store.store(CacheEntry("value", storedAt: date), for: key)
    let file = folder.appendingPathComponent("scope-s/a")
    var bytes = try Data(contentsOf: file)
    switch damage {
    case "empty": bytes = Data()
    case "cut checksum": bytes = bytes.prefix(9)
    case "cut": bytes.removeLast()
    case "longer": bytes.append(0x20)
    case "huge": bytes.append(Data(count: 1000))
    default: bytes[30] ^= 1
    }
    try bytes.write(to: file)
    #expect(try await store.entry(for: key) == nil)
    #expect(try await store.entry(for: key) == nil)
    #expect(await eventually { reports.withLock { !$0.isEmpty } })
    #expect(reports.withLock { $0 } == ["a: \(flaw)"])
    try await store.store(CacheEntry("again", storedAt: date), for: key)
    #expect(try await store.entry(for: key)?.value == "again")
  }

  enum Foreign: CaseIterable {
    case folder, pipe, link, linkToNothing

    func make(at path: String, beside: String) throws {
      switch self {
      case .folder:
        try FileManager.default.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .link:
        try Data("secret".utf8).write(to: URL(filePath: beside))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: beside)
      case .linkToNothing:
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "gone")
      }
    }
  }

  /// Nothing waits for a pipe, follows a link, or stumbles over a folder for ever.
  @Test(arguments: Foreign.allCases, [true, false])
  func `a folder, a link or a pipe in place of an entry is removed`(_ foreign: Foreign, _ isRead: Bool)
    async throws
  {
    defer { removeFolder() }
    let reports = Locked<[String]>([])
    let store = FileCacheStore(folder: folder) { key, flaw in
      reports.withLock { $0.append("\(key.name): \(flaw)") }
    }
    let beside = folder.path + "/beside"
    try await store.store(CacheEntry(1, storedAt: date), for: CacheKey("other"))
    try foreign.make(at: folder.path + "/unscoped/a", beside: beside)
    if isRead {
      #expect(try await store.entry(for: CacheKey("a")) == nil)
      #expect(await eventually { reports.withLock { !$0.isEmpty } })
      #expect(reports.withLock { $0 } == ["a: notAFile"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/unscoped") == ["other"])
    }
    try await store.store(CacheEntry(2, storedAt: date), for: CacheKey("a"))
    #expect(try await store.entry(for: CacheKey("a"))?.value == 2)
    if foreign == .link { #expect(try Data(contentsOf: URL(filePath: beside)) == Data("secret".utf8)) }
    try await store.removeEntry(for: CacheKey("a"))
    try foreign.make(at: folder.path + "/unscoped/a", beside: beside)
    try await store.removeEntry(for: CacheKey("a"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/unscoped") == ["other"])
  }

  @Test func `reading creates and changes nothing`() async throws {
    defer { removeFolder() }
    #expect(try await FileCacheStore(folder: folder).entry(for: CacheKey("a")) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    _ = try await FileCacheStore(folder: folder).entry(for: CacheKey("a"))
    #expect(try permissions(folder.path) == 0o755)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `an existing folder keeps its permissions`() async throws {
    defer { removeFolder() }
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    try await FileCacheStore(folder: folder).store(CacheEntry(1, storedAt: date), for: CacheKey("a"))
    #expect(try permissions(folder.path) == 0o755)
    #expect(try permissions(folder.path + "/unscoped") == 0o700)
  }

  @Test func `an entry that is too large is refused, and the old one remains`() async throws {
    defer { removeFolder() }
    let store = FileCacheStore(folder: folder, entryLimit: 200)
    try await store.store(CacheEntry("old", storedAt: date), for: CacheKey("a"))
    let large = CacheEntry(.string(String(repeating: "x", count: 200)), storedAt: date)
    await #expect(throws: SystemFailure.self) { try await store.store(large, for: CacheKey("a")) }
    #expect(try await store.entry(for: CacheKey("a"))?.value == "old")
  }

  @Test func `a folder that cannot be made is an error`() async throws {
    defer { removeFolder() }
    let parent = folder.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data().write(to: folder)
    await #expect(throws: SystemFailure.self) {
      _ = try await FileCacheStore(folder: folder).entry(for: CacheKey("a"))
    }
  }

  @Test func `files of dead writers are swept, those of living ones are not`() async throws {
    defer { removeFolder() }
    try await FileCacheStore(folder: folder).store(CacheEntry(1, storedAt: date), for: CacheKey("a"))
    let place = folder.appendingPathComponent("unscoped")
    try Data().write(to: place.appendingPathComponent("_tmp-\(UUID())"))
    let name = "_tmp-\(UUID())"
    let living = place.appendingPathComponent(name)
    try Data().write(to: living)
    let handle = try FileHandle(forUpdating: living)
    #expect(flock(handle.fileDescriptor, LOCK_EX) == 0)
    _ = try await FileCacheStore(folder: folder).entry(for: CacheKey("a"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == [name, "a"])
    try handle.close()
  }

  @Test(arguments: [(-5.0, Duration.zero), (0, .zero), (90, .seconds(90)), (1e300, .seconds(3_155_760_000))])
  func `the age is never negative and at most a century`(_ seconds: Double, _ age: Duration) {
    #expect(CacheEntry(nil, storedAt: date).age(at: date.addingTimeInterval(seconds)) == age)
  }

  private func found(_ keys: [CacheKey], in store: FileCacheStore) async throws -> [Bool] {
    var found: [Bool] = []
    for key in keys { found.append(try await store.entry(for: key) != nil) }
    return found
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func removeFolder() {
    try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }
}
