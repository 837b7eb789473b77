import LaunchFlowMachine
import LaunchFlowModel

/// A message for the user.
public struct FlowNotice: Hashable, Identifiable, Sendable {
  /// The message.
  public let text: String
  /// The way to show it.
  package let style: Flow.Notice.Style
  /// The name of the failure that it explains; nil for the landing's own message.
  public let code: String?
  /// What the server said in codes, where its answer caused the message.
  public let codes: AnswerCodes?

  /// Whether it goes away by itself; otherwise the user confirms it.
  public var isToast: Bool { style == .toast }

  /// The same for equal texts, in every run, flow and process: by it, equal messages that wait together are told. A
  /// digest, from which the text cannot be read.
  public var id: String {
    // FNV-1a with 64 bits: `Hasher` differs from process to process.
    let digest = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension [FlowNotice] {
  /// Adds a message to those that wait for the user. If its text waits already, the style that demands more of the user
  /// counts. A message that comes after its text was removed is a new one: another answer has brought it.
  ///
  /// - Parameter notice: Nil adds none.
  public mutating func add(_ notice: FlowNotice?) {
    guard let notice else { return }
    guard let place = firstIndex(where: { $0.id == notice.id }) else { return append(notice) }
    if self[place].style == .toast { self[place] = notice }
  }
}

extension Flow {
  /// Whether the notice of some landing contains a step's message.
  func noticesSay(messageOf step: String) -> Bool {
    landings.contains { landing in
      landing.notices.contains { notice in
        let references = (try? Template(notice.text))?.references ?? []
        return references.contains { $0.subject == step && $0.part == .message }
      }
    }
  }
}
