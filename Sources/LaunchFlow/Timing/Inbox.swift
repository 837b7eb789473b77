/// What comes in from other threads until its owner, on the driver, takes it: each message with the time at
/// which it came.
///
/// The owner takes messages and timers in the order of their times. So an answer that came before its time-out
/// counts even if the driver was busy and hears of both at once.
package final class Inbox<Message: Sendable>: Sendable {
  /// A message with the time at which it came, on the driver's clock.
  package struct Stamped: Sendable {
    package var time: Int64
    package var message: Message
  }

  private let driver: any Driver
  private let waiting = Guarded<[Stamped]>([])
  private let onMail: @Sendable () -> Void

  /// Opens an inbox; `onMail` is called on the driver when there is something to take.
  package init(driver: any Driver, onMail: @escaping @Sendable () -> Void) {
    self.driver = driver
    self.onMail = onMail
  }

  /// Puts a message in, from any thread.
  package func post(_ message: Message) {
    let isFirst = waiting.withLock { waiting in
      // Stamped under the lock, so that the messages' order is that of their times.
      waiting.append(Stamped(time: driver.now, message: message))
      return waiting.count == 1
    }
    if isFirst { driver.perform(onMail) }
  }

  /// Takes all messages, in the order of their times.
  package func take() -> [Stamped] {
    waiting.withLock { waiting in
      let taken = waiting
      waiting.removeAll(keepingCapacity: false)
      return taken
    }
  }
}
