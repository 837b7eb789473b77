import Foundation

/// The peers' launch in Python, where Python has the packages: `Tests/Oracles/Peers/launch.py`.
enum PeersPrograms {
  /// What one program has done.
  struct Play {
    /// Of the landings, in seconds.
    var mean: Double
    /// Of the processor, without the start of Python.
    var seconds: Double
  }

  /// Plays many runs; nil where there is no Python with the package.
  ///
  /// - Parameters:
  ///   - way: `numpy` or `simpy`.
  ///   - runs: The number of launches.
  static func play(_ way: String, runs: Int) throws -> Play? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["LAUNCHFLOW_PYTHON"] ?? "python3"
    process.arguments = [python, "Tests/Oracles/Peers/launch.py", way, "\(runs)", "1"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let numbers = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
      Double($0)
    }
    guard process.terminationStatus == 0, numbers.count == 2 else { return nil }
    return Play(mean: numbers[0], seconds: numbers[1])
  }
}
