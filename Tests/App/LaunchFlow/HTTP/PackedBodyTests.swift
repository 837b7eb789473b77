import Dispatch
import LaunchFlowMachine
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

@testable import LaunchFlow

/// A small body that unpacks to a huge one.
@Suite struct PackedBodyTests {
  /// Zeros in gzip, about 1 to 158: one literal, then copies of 258 bytes from the byte before.
  static func zeros(copies: Int) -> [UInt8] {
    var bits = BitWriter(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
    bits.write(0b011, 3)  // The last block, with the fixed codes.
    bits.writeCode(0x30, 8)
    for _ in 0..<copies {
      bits.writeCode(0xC5, 8)
      bits.writeCode(0, 5)
    }
    bits.writeCode(0, 7)
    bits.flush()
    // No checksum: the reader is meant to have given up by then.
    return bits.bytes + [UInt8](repeating: 0, count: 8)
  }

  private struct BitWriter {
    var bytes: [UInt8]
    private var pending: UInt32 = 0
    private var count = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func write(_ value: UInt32, _ width: Int) {
      pending |= value << UInt32(count)
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    /// Codes come with their highest bit first.
    mutating func writeCode(_ code: UInt32, _ width: Int) {
      for bit in stride(from: width - 1, through: 0, by: -1) { write(code >> UInt32(bit) & 1, 1) }
    }

    mutating func flush() {
      if count > 0 { write(0, 8 - count) }
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a packed body is unpacked`(_ kind: TransportKind) async throws {
    let packed: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 84, 178, 50, 172, 5, 0, 175, 172, 27, 86, 7, 0, 0, 0,
    ]
    let server = try ScriptedServer()
    server.script(
      "/a", Behaviour(.answer(CannedAnswer(headers: [("Content-Encoding", "gzip")], body: packed))))
    #expect(try await kind.get(server).body == Array(#"{"a":1}"#.utf8))
  }

  /// A megabyte that unpacks to 165: little more than the limit is unpacked, and others are answered meanwhile.
  @Test(arguments: TransportKind.allCases)
  func `a huge body is not unpacked to its end`(_ kind: TransportKind) async throws {
    let server = try ScriptedServer()
    let bomb = Self.zeros(copies: 640_000)
    server.script(
      "/bomb", Behaviour(.answer(CannedAnswer(headers: [("Content-Encoding", "gzip")], body: bomb))))
    server.script("/a", .json("true"))
    let transport = kind.make()
    await #expect(throws: HTTPFailure(.malformed, "a body of more than 1048576 bytes")) {
      try await transport.response(to: HTTPRequest(url: server.address + "/bomb"), timeout: .seconds(36_000))
    }
    let answer = try await transport.response(
      to: HTTPRequest(url: server.address + "/a"), timeout: .seconds(36_000))
    #expect(answer.status == 200)
    // libcurl stops at the limit.
    guard let transport = transport as? URLSessionTransport else { return }
    let most = Locked(0)
    #expect(
      await eventually {
        most.withLock { $0 = max($0, transport.openExchanges.bytes) }
        return transport.openExchanges.count == 0
      })
    #expect(most.withLock { $0 } < 100 << 20)
  }
}
