extension Flow {
  /// A page of the app that the flow may land on.
  package struct Page: Sendable, ExpressibleByStringLiteral {
    /// What a page means for the user who lands on it.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
      /// The user can go on.
      case normal
      /// The launch failed, and the page shows an error.
      case error
      /// The user waits, or cannot go on at all.
      case stuck
    }

    package var name: String
    /// The title for people; nil shows the name.
    package var title: String?
    package var kind: Kind

    package init(_ name: String, title: String? = nil, kind: Kind = .normal) {
      self.name = name
      self.title = title
      self.kind = kind
    }

    package init(stringLiteral name: String) {
      self.init(name)
    }
  }
}
