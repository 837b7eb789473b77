/// An output format for '--format'. Each command offers some of them.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, json, jsonl, html, svg, perfetto, otlp, trace, junit, sarif, github

  static func option(_ formats: OutputFormat...) -> Option<OutputFormat> { option(formats) }

  static func option(_ formats: [OutputFormat]) -> Option<OutputFormat> {
    .choice("format", short: "f", "FORMAT", among: formats)
  }

  /// The form of its output, which decides how names and texts of files are escaped.
  var form: OutputForm {
    switch self {
    case .text: .text
    case .json, .jsonl, .perfetto, .otlp, .trace, .sarif: .json
    case .html, .svg, .junit: .markup
    case .github: .workflowCommands
    }
  }
}

extension Given {
  var format: OutputFormat? { texts["format"]?.last.flatMap(OutputFormat.init) }
}
