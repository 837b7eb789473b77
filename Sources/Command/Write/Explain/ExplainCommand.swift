import LaunchFlowModel

enum ExplainCommand: Subcommand {
  private static let codes = DiagnosticCode.allCases.map(\.rawValue).sorted()

  static let interface = Interface(
    "explain", [Argument("[CODE...]", .suggested(codes))])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let explained = try given.arguments.map(explanation)
    if explained.isEmpty {
      for explanation in Explanation.all {
        let severity = explanation.code.severity == .error ? "error  " : "warning"
        world.print("\(explanation.code.rawValue)  \(severity)  \(explanation.title)\n")
      }
    } else {
      let style = DiagnosticStyle(given, for: .data, in: world)
      let width = min(world.width(given), 100)
      world.print(explained.map { $0.text(width: width, style) }.joined(separator: "\n"))
    }
    return .fine
  }

  /// The explanation of a code: `LF016`, `lf16` or `16`.
  private static func explanation(of word: String) throws(UsageError) -> Explanation {
    let digits = word.lowercased().hasPrefix("lf") ? word.dropFirst(2) : word[...]
    let found = Int(digits).flatMap { number in
      Explanation.all.first { Int($0.code.rawValue.dropFirst(2)) == number }
    }
    guard let found else {
      throw UsageError("unknown diagnostic code '\(word)'; 'launchflow explain' lists all codes")
    }
    return found
  }
}
