import LaunchFlowModel

/// The messages that wait for the user, the first one first. Equal texts that wait together are one message.
///
/// A message that comes after its text was dismissed is a new one: another answer has brought it.
public struct WaitingNotices: Hashable, Sendable {
  /// The messages, each text once.
  public private(set) var all: [FlowNotice] = []

  /// No message waits.
  public init() {}

  /// Adds a message. If its text waits already, the style that demands more of the user counts.
  public mutating func add(_ notice: FlowNotice) {
    guard let place = all.firstIndex(where: { $0.id == notice.id }) else { return all.append(notice) }
    if all[place].style == .toast { all[place] = notice }
  }

  /// Takes the first message away: it has been read.
  public mutating func dismiss() {
    if !all.isEmpty { all.removeFirst() }
  }
}
