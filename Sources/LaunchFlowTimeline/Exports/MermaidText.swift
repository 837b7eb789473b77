/// Text within Mermaid diagrams.
enum MermaidText {
  /// The text with everything that could end or command anything written as an entity.
  static func escaped(_ text: String) -> String {
    text.visible().unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".", ",", "/", "(", ")", "+", "=":
        result.unicodeScalars.append(scalar)
      case _ where scalar.isASCII: result += "#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
