import Foundation
@testable import LaunchFlowCommand
import Testing

/// The command's files: what is not a file, what is half a file, and what was read.
@Suite struct SystemFilesTests {
  private func withFolder(_ work: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try work(folder.path)
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  @Test(.timeLimit(.minutes(60))) func `only a regular file is read`() throws {
    try withFolder { folder in
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      for (path, reason) in [
        (folder + "/pipe", "Not a regular file"), ("/dev/zero", "Not a regular file"),
        (folder, "Is a directory"),
        (folder + "/none", "No such file or directory"),
      ] {
        #expect(throws: FileError(path: path, reason: reason)) { try SystemFiles().read(path, limit: 10) }
      }
    }
  }

  @Test func `a file is read up to just above the limit`() throws {
    try withFolder { folder in
      try Data(count: 300_000).write(to: URL(filePath: folder + "/a"))
      #expect(try SystemFiles().read(folder + "/a", limit: 299_999).count == 300_000)
      #expect(try SystemFiles().read(folder + "/a", limit: 100_000).count == 100_001)
    }
  }

  /// By whatever name: a link, a second name, a way round.
  @Test(arguments: ["/in", "/link", "/second", "/inside/../in"]) func `output over an input is refused`(
    _ name: String
  ) throws {
    try withFolder { folder in
      let files = SystemFiles()
      try Data("input".utf8).write(to: URL(filePath: folder + "/in"))
      try FileManager.default.createDirectory(atPath: folder + "/inside", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "in")
      try FileManager.default.linkItem(atPath: folder + "/in", toPath: folder + "/second")
      _ = try files.read(folder + "/in", limit: 10)
      #expect(throws: FileError.self) { try files.write(Array("output".utf8), to: folder + name) }
      #expect(text(folder + "/in") == "input")
      #expect(unlink(folder + "/second") == 0)
      // The formatter replaces what it has read, and says so.
      try files.replace(Array("laid out".utf8), at: folder + "/in")
      #expect(text(folder + "/in") == "laid out")
    }
  }

  @Test func `writing keeps permissions and links and leaves nothing beside`() throws {
    try withFolder { folder in
      try SystemFiles().write(Array("one".utf8), to: folder + "/a")
      #expect(chmod(folder + "/a", 0o640) == 0)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a")
      try FileManager.default.createSymbolicLink(atPath: folder + "/new", withDestinationPath: "b")
      let files = SystemFiles()
      try files.write(Array("two".utf8), to: folder + "/link")
      #expect(text(folder + "/a") == "two")
      // A second output to the same file would replace the first one.
      #expect(throws: FileError.self) { try files.write(Array("three".utf8), to: folder + "/a") }
      #expect(text(folder + "/a") == "two")
      #expect(throws: FileError(path: folder + "/new", reason: "No such file or directory")) {
        try files.write(Array("three".utf8), to: folder + "/new")
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/a")
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a", "link", "new"])
    }
  }

  /// A process that is killed at the renaming leaves its file, and in a container the next one has the same number.
  @Test func `what killed writers left is swept, and nothing else`() throws {
    try withFolder { folder in
      let (left, living) = (".launchflow-\(UUID())", ".launchflow-\(UUID())")
      let others = [".a.\(getpid())", ".launchflow-notes", living, "_tmp-\(UUID())"]
      for name in others + [left] { try Data("left".utf8).write(to: URL(filePath: folder + "/" + name)) }
      let writer = open(folder + "/" + living, O_RDONLY)
      defer { close(writer) }
      #expect(flock(writer, LOCK_EX | LOCK_NB) == 0)
      try SystemFiles().write(Array("new".utf8), to: folder + "/a")
      #expect(text(folder + "/a") == "new")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.sorted() == (others + ["a"]).sorted())
    }
  }

  @Test func `a name may have as many bytes as the system allows`() throws {
    try withFolder { folder in
      let path = folder + "/" + String(repeating: "x", count: 255)
      try SystemFiles().write(Array("one".utf8), to: path)
      try SystemFiles().write(Array("two".utf8), to: path)
      #expect(text(path) == "two")
    }
  }

  @Test func `a file with a second name is not replaced, which would separate them`() throws {
    try withFolder { folder in
      try SystemFiles().write(Array("one".utf8), to: folder + "/a")
      try FileManager.default.linkItem(atPath: folder + "/a", toPath: folder + "/b")
      let reason = "it has 2 hard links, and only this one would change; name another file"
      #expect(throws: FileError(path: folder + "/a", reason: reason)) {
        try SystemFiles().write(Array("two".utf8), to: folder + "/a")
      }
      #expect(text(folder + "/a") == "one" && text(folder + "/b") == "one")
    }
  }

  /// A file that is open elsewhere stays whole: it is replaced, not overwritten.
  @Test func `a reader of the old file still sees all of it`() throws {
    try withFolder { folder in
      try SystemFiles().write(Array("old".utf8), to: folder + "/a")
      let reader = try #require(FileHandle(forReadingAtPath: folder + "/a"))
      try SystemFiles().write(Array("newer".utf8), to: folder + "/a")
      #expect(try reader.readToEnd() == Data("old".utf8))
    }
  }

  @Test(.timeLimit(.minutes(60))) func `devices are written to and a pipe that nobody reads is an error`()
    throws
  {
    try withFolder { folder in
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      let files = SystemFiles()
      for _ in 0..<2 { try files.write([1, 2, 3], to: "/dev/null") }
      #expect(throws: FileError.self) { try SystemFiles().write([1], to: folder + "/pipe") }
      #expect(throws: FileError.self) { try SystemFiles().write([1], to: folder) }
    }
  }
}
