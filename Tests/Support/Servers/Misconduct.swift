import LaunchFlowServer

/// The bad conduct of servers.
extension Behaviour.Conduct {
  /// Sends these bytes instead of an HTTP answer, and ends the connection, orderly or with a reset.
  package static func raw(_ bytes: [UInt8], resets: Bool = false) -> Self {
    .custom { socket in
      _ = socket.sendAll(bytes)
      if resets { resetSoon(socket) }
      return false
    }
  }

  /// Announces the whole body, sends all but `missing` bytes of it, and closes.
  package static func truncate(_ answer: CannedAnswer, missing: Int) -> Self {
    .raw(answer.head + answer.body.dropLast(missing))
  }

  /// Sends the head and `after` bytes of the body, then ends the connection with a reset.
  package static func resetMidBody(_ answer: CannedAnswer, after: Int) -> Self {
    .raw(answer.head + answer.body.prefix(after), resets: true)
  }

  /// Sends the head and `after` bytes of the body, then nothing until the client gives up.
  package static func hangMidBody(_ answer: CannedAnswer, after: Int) -> Self {
    .custom { socket in
      _ = socket.sendAll(answer.head + answer.body.prefix(after))
      socket.awaitLeave()
      return false
    }
  }

  /// Sends the body in small pieces with a wait before each.
  package static func drip(_ answer: CannedAnswer, piece: Int, every pause: Duration) -> Self {
    .custom { socket in
      guard socket.sendAll(answer.head) else { return false }
      var rest = answer.body[...]
      while !rest.isEmpty {
        if socket.waitReadable(pause) { return false }
        guard socket.sendAll(rest.prefix(max(1, piece))) else { return false }
        rest = rest.dropFirst(max(1, piece))
      }
      return true
    }
  }

  /// Sends a body of this size, generated while it is sent; without a length if `chunked`.
  package static func flood(bytes total: Int, chunked isChunked: Bool) -> Self {
    .custom { socket in
      let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(total)"
      guard socket.sendAll(Array("HTTP/1.1 200 OK\r\n\(length)\r\n\r\n".utf8)) else { return false }
      let piece = [UInt8](repeating: 0x20, count: 1 << 16)
      var left = total
      while left > 0 {
        let bytes = piece.prefix(left)
        let size = String(bytes.count, radix: 16)
        let sent = isChunked ? Array("\(size)\r\n".utf8) + bytes + [13, 10] : Array(bytes)
        guard socket.sendAll(sent) else { return false }
        left -= bytes.count
      }
      return isChunked ? socket.sendAll(Array("0\r\n\r\n".utf8)) : true
    }
  }
}

/// A reset discards bytes that the client has not read yet; this gives it a moment to read them.
private func resetSoon(_ socket: Socket) {
  _ = socket.waitReadable(.milliseconds(50))
  socket.resetOnClose()
}

extension Behaviour {
  /// Redirects the client to another address.
  package static func redirect(to address: String, status: Int = 302) -> Behaviour {
    Behaviour(.answer(CannedAnswer(status: status, headers: [("Location", address)])))
  }

  /// Sends bytes that are not HTTP.
  package static let garbage = Behaviour(.raw(Array("\u{1}\u{2} this is no HTTP \r\n\r\n".utf8)))
}

/// A port of 127.0.0.1 that refuses every client while this object exists.
package final class ClosedPort: Sendable {
  private let socket: Socket
  package let port: UInt16

  /// Takes a free port: bound, so that no other process gets it, but never listening.
  package init() throws(SocketError) {
    socket = try Socket.bound(to: 0)
    port = socket.port
  }

  deinit { socket.end() }
}
