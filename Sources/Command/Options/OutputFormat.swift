/// A form of output that '--format' names. Each command writes some of them.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, json, jsonl, html, svg, perfetto, otlp, trace, junit, markdown, mermaid, sarif, github

  /// The option of a command that writes these.
  static func option(_ formats: OutputFormat...) -> Option<OutputFormat> {
    .choice("format", short: "f", "FORMAT", among: formats)
  }

  /// How names and texts of files are escaped in it.
  var form: OutputForm {
    switch self {
    case .text, .markdown, .mermaid: .text
    case .json, .jsonl, .perfetto, .otlp, .trace, .sarif: .json
    case .html, .svg, .junit: .markup
    case .github: .workflowCommands
    }
  }
}

extension Given {
  /// The format of the command line; nil without one.
  var format: OutputFormat? { texts["format"]?.last.flatMap(OutputFormat.init) }
}
