#if os(macOS) || os(Linux)
  import Foundation

  /// A helper executable of the tests, which works in a loop until it is killed in the middle of its work.
  package struct KilledProcess: Sendable {
    private let executable: URL

    /// - Parameter name: An executable target that the test target depends on.
    package init(_ name: String) {
      #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        executable = bundle.bundleURL.deletingLastPathComponent().appending(path: name)
      #else
        executable = Bundle.main.bundleURL.appending(path: name)
      #endif
    }

    /// Runs it for some microseconds after its first output.
    ///
    /// - Returns: The whole lines of its output; a line that the kill has cut is left out.
    package func run(_ arguments: [String], killedAfter wait: Int) throws -> [String] {
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      var text = output.fileHandleForReading.availableData
      usleep(UInt32(wait))
      kill(process.processIdentifier, SIGKILL)
      text += output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let lines = String(decoding: text, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.dropLast().map(String.init)
    }
  }
#endif
