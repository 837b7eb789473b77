#if os(macOS) || os(Linux)
  import Foundation

  /// A process that does one work in a loop until it is killed in the middle of it.
  package struct KilledProcess: Sendable {
    private let executable: URL
    private let work: String

    /// - Parameter work: What the executable `Victim` does, on which the test target depends.
    package init(_ work: String) {
      self.work = work
      #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        executable = bundle.bundleURL.deletingLastPathComponent().appending(path: "Victim")
      #else
        executable = Bundle.main.bundleURL.appending(path: "Victim")
      #endif
    }

    /// Runs it until it has said some lines, stops it for some microseconds, and lets it go on to its end. Only then does its
    /// input end.
    ///
    /// - Returns: The lines of its output.
    package func runStopped(
      _ arguments: [String], until lines: Int, for wait: Int
    ) throws -> [String] {
      let process = Process()
      process.executableURL = executable
      process.arguments = [work] + arguments
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      var text = Self.read(lines, from: output)
      kill(process.processIdentifier, SIGSTOP)
      usleep(UInt32(wait))
      kill(process.processIdentifier, SIGCONT)
      try input.fileHandleForWriting.close()
      text += output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func read(_ lines: Int, from output: Pipe) -> Data {
      var text = Data()
      while text.count(where: { $0 == UInt8(ascii: "\n") }) < lines {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        text += more
      }
      return text
    }

    /// Runs it until it has said some lines, and then for some microseconds.
    ///
    /// - Returns: The whole lines of its output; a line that the kill has cut is left out.
    package func run(
      _ arguments: [String], until lines: Int = 1, killedAfter wait: Int
    ) throws -> [String] {
      let process = Process()
      process.executableURL = executable
      process.arguments = [work] + arguments
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      var text = Self.read(lines, from: output)
      usleep(UInt32(wait))
      kill(process.processIdentifier, SIGKILL)
      text += output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }
  }
#endif
