/// A message for the user.
public struct FlowNotice: Hashable, Identifiable, Sendable {
  /// The message.
  public let text: String
  package let style: Flow.Notice.Style
  /// The name of the explained failure; nil for the landing's own message.
  public let code: String?
  /// The server's codes, if its answer caused the message.
  public let codes: AnswerCodes?

  package init(text: String, style: Flow.Notice.Style, code: String?, codes: AnswerCodes?) {
    self.text = text
    self.style = style
    self.code = code
    self.codes = codes
  }

  /// Whether the message disappears by itself; otherwise the user confirms it.
  public var isToast: Bool { style == .toast }

  /// Equal for equal texts, in every run, flow and process. It identifies equal messages that wait together. It is a
  /// digest that does not reveal the text.
  public var id: String { CheckedText.digest(text.utf8) }
}

extension [FlowNotice] {
  /// Adds a message to those that wait for the user. If its text already waits, an alert wins over a toast. A message
  /// that arrives after its text was removed is new, since another answer caused it.
  package mutating func add(_ notice: FlowNotice?) {
    guard let notice else { return }
    guard let place = firstIndex(where: { $0.id == notice.id }) else { return append(notice) }
    if self[place].style == .toast { self[place] = notice }
  }
}

extension Flow {
  func noticesContain(messageOf step: String) -> Bool {
    landings.contains { landing in
      landing.notices.contains { notice in
        let references = (try? Template(notice.text))?.references ?? []
        return references.contains { $0.subject == step && $0.part == .message }
      }
    }
  }
}
