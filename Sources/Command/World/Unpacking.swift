import Foundation
import LaunchFlow

/// The contents of a compressed file as a stream, unpacked by the platform's own program.
struct Unpacking {
  private let program: String
  private let process = Process()
  private let output = Pipe()

  /// The program that unpacks a file which begins with these bytes; nil for one that is not compressed.
  static func program(for bytes: [UInt8]) -> String? {
    bytes.starts(with: [0x1F, 0x8B]) ? "gzip" : bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) ? "zstd" : nil
  }

  /// Begins to unpack a file.
  init(_ path: String, by program: String) throws(FileError) {
    self.program = program
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, "-dc"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      try process.run()
    } catch {
      throw FileError(path: path, reason: "is compressed, and '\(program)' cannot be run: \(error)")
    }
  }

  /// The descriptor from which the contents are read.
  var descriptor: Int32 { output.fileHandleForReading.fileDescriptor }

  /// - Parameter isWhole: Whether all was read, so that the program must have succeeded.
  func end(_ path: String, isWhole: Bool) throws(FileError) {
    try? output.fileHandleForReading.close()
    process.waitUntilExit()
    guard isWhole, process.terminationStatus != 0 else { return }
    throw FileError(
      path: path,
      reason: process.terminationStatus == 127
        ? "is compressed; install '\(program)' to read it" : "'\(program)' cannot unpack it; it may be cut")
  }
}
