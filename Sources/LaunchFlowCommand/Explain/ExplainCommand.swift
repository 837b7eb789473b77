import LaunchFlowModel

/// `launchflow explain`
enum ExplainCommand: Subcommand {
  static let format = Option<ExplainFormat>.choice(
    "format", short: "f", "FORMAT", "The output format; markdown without a code is a whole article.",
    default: .text)

  private static let codes = DiagnosticCode.allCases.map(\.rawValue).sorted()

  static let interface = Interface(
    name: "explain",
    summary: "Explain a diagnostic in full",
    discussion: [
      "Shows the problem, its consequence, the fix, and a wrong and a right example. Without a code, all diagnostics are listed."
    ],
    arguments: [
      Argument(
        valueName: "CODE", kind: .suggested(codes), summary: "A code such as LF016.", isRequired: false,
        isRepeatable: true)
    ],
    options: [format.declaration],
    examples: ["launchflow explain", "launchflow explain LF016"])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let explained = try given.arguments.map { try explanation(of: $0) }
    if given[format] == .markdown {
      world.print(
        explained.isEmpty
          ? ExplanationArticle.text : explained.map { ExplanationArticle.section($0) }.joined())
      return .fine
    }
    let text = ExplanationText(
      width: min(world.width(given), 100), style: DiagnosticStyle(given, for: .data, in: world))
    if explained.isEmpty {
      world.print(text.list(Explanation.all))
    } else {
      world.print(explained.map { text.text($0) }.joined(separator: "\n"))
    }
    return .fine
  }

  /// Parses a code: `LF016`, `lf16` or `16`.
  private static func explanation(of word: String) throws(UsageError) -> Explanation {
    let digits = word.lowercased().hasPrefix("lf") ? word.dropFirst(2) : word[...]
    let number = Int(digits).map {
      "LF" + String(repeating: "0", count: max(0, 3 - String($0).count)) + String($0)
    }
    guard let code = number.flatMap({ DiagnosticCode(rawValue: $0) }) else {
      throw UsageError(
        "unknown diagnostic code '\(word)'; 'launchflow explain' lists all codes")
    }
    return Explanation(code)
  }
}

/// The output format of `launchflow explain`.
enum ExplainFormat: String, CaseIterable, Sendable {
  case text, markdown
}
