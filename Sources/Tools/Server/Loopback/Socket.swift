import Foundation

/// The reason why the server could not be started.
package struct SocketError: Error, CustomStringConvertible {
  package var call: String
  /// The value of `errno`.
  package var number: Int32

  package var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// A TCP socket of 127.0.0.1. Its holder must close it.
package struct Socket: Sendable {
  package let descriptor: Int32

  /// Opens a socket bound to a port; 0 lets the system choose.
  package static func bound(to port: UInt16) throws(SocketError) -> Socket {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #elseif canImport(Musl)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM | SOCK_CLOEXEC), 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw SocketError(call: "socket", number: errno) }
    let made = Socket(descriptor: descriptor)
    made.setOption(SO_REUSEADDR)
    var address = loopback(port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard status == 0 else {
      let error = SocketError(call: "bind", number: errno)
      made.end()
      throw error
    }
    return made
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    #if canImport(Darwin)
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  package var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  func startListening() throws(SocketError) {
    guard listen(descriptor, 1024) == 0 else { throw SocketError(call: "listen", number: errno) }
  }

  /// The next client; nil once the socket has been shut down.
  func nextClient() -> Socket? {
    while true {
      let client = accept(descriptor, nil, nil)
      if client >= 0 {
        let made = Socket(descriptor: client)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        // A write to a client that is gone must return an error, not end the process with a signal.
        #if canImport(Darwin)
          made.setOption(SO_NOSIGPIPE)
        #endif
        return made
      }
      // A client that left the queue is no reason to stop; nor is a lack of descriptors.
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE: usleep(10_000)
      default: return nil
      }
    }
  }

  private func setOption(_ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Some bytes; empty at the end; nil after an error.
  func receive(_ limit: Int = 16_384) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    while true {
      let count = recv(descriptor, &buffer, limit, 0)
      if count >= 0 { return Array(buffer.prefix(count)) }
      if errno != EINTR { return nil }
    }
  }

  /// Sends all bytes; returns whether the client took them.
  package func sendAll(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = send(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, flags)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        sent += count
      }
      return true
    }
  }

  /// Waits until there is something to read (the client's end of the stream included) or the time is over;
  /// returns whether there is something.
  package func waitReadable(_ time: Duration) -> Bool {
    let (seconds, attoseconds) = time.components
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    return poll(&request, 1, Int32(clamping: max(0, milliseconds))) > 0
  }

  /// Reads and discards bytes until the client gives up.
  package func awaitLeave() {
    while let bytes = receive(), !bytes.isEmpty {}
  }

  /// Makes each read fail that receives no byte for this time.
  func limitSilence(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    var limit = timeval()
    limit.tv_sec = .init(clamping: seconds)
    limit.tv_usec = .init(clamping: attoseconds / 1_000_000_000_000)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Wakes all waiting threads of the socket; it stays open.
  func shutDown() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Makes closing send a reset instead of an orderly end.
  package func resetOnClose() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  package func end() { _ = close(descriptor) }
}
