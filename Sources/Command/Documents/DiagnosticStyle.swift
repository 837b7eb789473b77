import LaunchFlowAuthoring

struct DiagnosticStyle {
  private let isColoured: Bool
  private let width: Int

  init(_ given: Given, for stream: OutputStream, in world: World) {
    isColoured = world.colors(stream, given)
    width = world.width(given)
  }

  /// A diagnostic with its source line and a mark under its place.
  func text(_ diagnostic: Diagnostic, in source: SourceText) -> String {
    guard isColoured else { return DiagnosticText(source, width: width).text(diagnostic) }
    return DiagnosticText(source, width: width, style: Self.coloured).text(diagnostic)
  }

  private static func coloured(_ text: String, _ role: DiagnosticText.Role) -> String {
    let code =
      switch role {
      case .position: "1"
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      case .help: "1;32"
      case .code, .gutter: "2"
      case .mark: "1;35"
      case .message, .line: ""
      }
    return code.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
