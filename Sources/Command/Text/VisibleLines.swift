import LaunchFlowAuthoring

extension String {
  var trimmedAtEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }

  var visibleLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n")
  }
}
