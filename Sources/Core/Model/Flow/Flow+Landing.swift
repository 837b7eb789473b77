extension Flow {
  /// A rule that names the page to land on.
  package struct Landing: Sendable {
    package var page: String
    /// The condition; nil always holds.
    package var when: Condition?
    /// The steps that must have settled before this rule may be used.
    package var after: [String]
    /// The message for the user: the first notice whose condition holds and whose text is not empty.
    package var notices: [Notice]
    /// The value that the page gets; its strings may contain references.
    package var input: JSONValue?
    package internal(set) var ignore: [Silence] = []

    package init(_ page: String, when: Condition? = nil, after: [String] = [], notices: [Notice] = []) {
      self.page = page
      self.when = when
      self.after = after
      self.notices = notices
    }
  }

  package struct Notice: Equatable, Sendable {
    package enum Style: String, CaseIterable, Hashable, Sendable {
      case toast, confirm
    }

    /// The condition, read at the landing; nil always holds.
    package var when: Condition?
    /// The text; it may contain references. An empty result means no notice.
    package var text: String
    package var style: Style

    package init(_ text: String, style: Style = .toast, when: Condition? = nil) {
      self.when = when
      self.text = text
      self.style = style
    }
  }

  package enum Promise: Sendable {
    /// Every run lands within this time, or every run that lands on this page.
    case within(Duration, landing: String? = nil)
    case never(Condition)
    case always(Condition)
    case implies(Condition, Condition)
  }
}
