import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A run of the command in a process of its own, with a limit on its time and on its memory.
struct Child {
  var data: [UInt8]
  var diagnostics: String
  /// The exit status; nil when a signal ended the process.
  var status: Int32?
  var signal: Int32?
  var isLate: Bool

  /// The address space that a run may use, in KiB.
  static let memory = 3_000_000

  /// Runs the command with these words in a folder.
  static func run(_ binary: String, _ words: [String], in folder: URL, limit: Duration) throws -> Child {
    let output = folder.appending(path: ".out-\(getpid())")
    let errors = folder.appending(path: ".err-\(getpid())")
    defer {
      try? FileManager.default.removeItem(at: output)
      try? FileManager.default.removeItem(at: errors)
    }
    for url in [output, errors] { try Data().write(to: url) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "ulimit -v \(memory) 2>/dev/null; exec \"$0\" \"$@\"", binary] + words
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let start = ContinuousClock.now
    var isLate = false
    var pause: UInt32 = 500
    while process.isRunning {
      if ContinuousClock.now - start > limit {
        isLate = true
        kill(process.processIdentifier, SIGKILL)
        break
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    process.waitUntilExit()
    let wasSignalled = process.terminationReason == .uncaughtSignal
    return Child(
      data: Array(try Data(contentsOf: output)),
      diagnostics: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
      status: wasSignalled ? nil : process.terminationStatus,
      signal: wasSignalled ? process.terminationStatus : nil, isLate: isLate)
  }
}
