/// What the tools of authors take an unknown key for. An app takes each key as it is.
package struct KeyMeaning {
  /// The key that was meant.
  package var meant: String?
  /// A required key that is then not missing.
  package var excused: String?
  /// Whether it stands for some key, so that none is missing.
  package var isAnyKey = false
  /// Keys that are there, only not in their place or by their name.
  package var unread: [(key: String, object: Int)] = []

  package init() {}
}
