import LaunchFlowModel

extension String {
  /// The text without spaces at its end.
  var trimmedAtEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }

  /// Lines in which hidden characters of names are shown.
  var visibleLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }.joined(
      separator: "\n")
  }
}
