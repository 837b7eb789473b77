import Foundation

/// The open sockets of a server. Shutting a socket down and closing it exclude each other.
///
/// Its threads hold this object too, since they may outlive the server. The system may reuse a closed
/// descriptor a moment later.
final class OpenSockets: @unchecked Sendable {
  // `lock` guards `sockets`.
  private let lock = NSLock()
  private var sockets: [Int32: Socket] = [:]

  func add(_ socket: Socket) {
    lock.withLock { sockets[socket.descriptor] = socket }
  }

  func close(_ socket: Socket) {
    lock.withLock {
      guard sockets.removeValue(forKey: socket.descriptor) != nil else { return }
      socket.end()
    }
  }

  func shutDown(_ socket: Socket) {
    lock.withLock { sockets[socket.descriptor]?.shutDown() }
  }

  func shutDownAll() {
    lock.withLock { for socket in sockets.values { socket.shutDown() } }
  }
}
