import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A client that sees the very bytes and how the connection ended.
package final class RawClient {
  /// How reading came to its end.
  package enum End: Equatable {
    case closed, reset, silent
  }

  private let descriptor: Int32

  /// Connects; nil when the port refuses.
  package init?(port: UInt16) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard status == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  package func get(_ target: String) {
    send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
  }

  /// Reads until the other side ends the connection, `stop` has been read, or nothing comes for so many
  /// milliseconds; for ever with -1.
  package func read(until stop: String? = nil, patience: Int32 = -1) -> (text: String, end: End) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      if let stop, String(decoding: bytes, as: UTF8.self).hasSuffix(stop) {
        return (String(decoding: bytes, as: UTF8.self), .silent)
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, patience) > 0 else { return (String(decoding: bytes, as: UTF8.self), .silent) }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { return (String(decoding: bytes, as: UTF8.self), count == 0 ? .closed : .reset) }
      bytes += buffer.prefix(count)
    }
  }
}
