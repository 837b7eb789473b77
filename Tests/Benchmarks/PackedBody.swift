import Foundation
import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestProcesses
import LaunchFlowTestServers

/// A megabyte of gzip that unpacks to a gigabyte: the memory that its refusal takes, and how long others wait
/// meanwhile.
enum PackedBody {
  static func run(_ arguments: [String]) async throws {
    let bomb = try packedZeros(bytes: 1 << 30)
    let server = try ScriptedServer()
    server.script(
      "/bomb", Behaviour(.answer(CannedAnswer(headers: [("Content-Encoding", "gzip")], body: bomb))))
    server.script("/a", .json("true"))
    let transport = SystemTransport.shared
    _ = try await transport.response(to: HTTPRequest(url: server.address + "/a"), timeout: .seconds(60))
    let before = ProcessFigures.mostResidentKilobytes ?? 0
    let start = ContinuousClock.now
    do {
      _ = try await transport.response(to: HTTPRequest(url: server.address + "/bomb"), timeout: .seconds(60))
      print("the body was accepted")
    } catch {
      print("refused after \(start.duration(to: .now)): \(error)")
    }
    let other = ContinuousClock.now
    _ = try await transport.response(to: HTTPRequest(url: server.address + "/a"), timeout: .seconds(60))
    print("another request took \(other.duration(to: .now))")
    // What is still being unpacked counts too.
    try await Task.sleep(for: .seconds(5))
    let after = ProcessFigures.mostResidentKilobytes ?? 0
    print("\(bomb.count) bytes packed; peak memory \(before) kB before, \(after) kB after")
  }

  private static func packedZeros(bytes: Int) throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "head -c \(bytes) /dev/zero | gzip -9"]
    process.standardOutput = output
    try process.run()
    return Array(try output.fileHandleForReading.readToEnd() ?? Data())
  }
}
