/// The meaning of an unknown key. Only the tools of authors guess it; an app does not.
package struct KeyMeaning {
  package var meant: String?
  /// A required key that must not be reported as missing.
  package var excused: String?
  /// Whether the key may mean any key, so that no missing key is reported.
  package var isAnyKey = false
  /// Keys that the author wrote in another place or under another name.
  package var unread: [(key: String, object: Int)] = []

  package init() {}
}
