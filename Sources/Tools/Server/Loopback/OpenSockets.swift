import Foundation

/// The sockets of a server that are open: whoever shuts one down holds off whoever closes it.
///
/// Its threads hold it too, since they may outlive the server. A descriptor that is closed may belong to somebody else
/// a moment later.
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
