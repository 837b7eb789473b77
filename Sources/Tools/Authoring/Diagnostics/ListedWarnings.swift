import LaunchFlowModel

extension [Diagnostic] {
  /// The maximal number of listed warnings of one code for a file; further ones are counted.
  static let mostPerCode = 1000

  /// The first warnings of each code, in the same order. A last warning of a code counts those that are not listed.
  var listed: [Diagnostic] {
    guard count > Self.mostPerCode else { return self }
    var counts: [DiagnosticCode: Int] = [:]
    for diagnostic in self { counts[diagnostic.code, default: 0] += 1 }
    guard counts.values.contains(where: { $0 > Self.mostPerCode }) else { return self }
    var met: [DiagnosticCode: Int] = [:]
    var listed: [Diagnostic] = []
    for diagnostic in self {
      let place = met[diagnostic.code, default: 0]
      met[diagnostic.code] = place + 1
      if place < Self.mostPerCode {
        listed.append(diagnostic)
      } else if place == Self.mostPerCode {
        let more = (counts[diagnostic.code] ?? 0) - Self.mostPerCode
        listed.append(
          Diagnostic(
            diagnostic.code, "\(more) more such \(more == 1 ? "warning is" : "warnings are") not listed",
            at: diagnostic.place))
      }
    }
    return listed
  }
}
