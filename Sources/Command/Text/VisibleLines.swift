import LaunchFlowAuthoring
import LaunchFlowModel

extension String {
  var trimmedAtEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }

  /// The lines with hidden characters of names made visible.
  var visibleLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n")
  }
}
