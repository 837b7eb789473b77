extension String {
  /// The text for content and attributes of XML and HTML, on one line, hidden characters shown.
  package var xmlEscaped: String {
    if utf8.allSatisfy({ (32..<127).contains($0) && !Self.marked.contains($0) }) { return self }
    var text = ""
    for scalar in visible().unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static let marked: [UInt8] = Array("&<>\"'".utf8)
}

/// Builds XML text: elements with attributes in the order given.
struct XMLBuilder {
  private(set) var text = ""
  private var open: [String] = []

  /// One attribute; a nil value leaves it out.
  typealias Attribute = (name: String, value: String?)

  mutating func element(_ name: String, _ attributes: Attribute..., content: String? = nil) {
    tag(name, attributes)
    text += content.map { ">\($0.xmlEscaped)</\(name)>\n" } ?? "/>\n"
  }

  mutating func begin(_ name: String, _ attributes: Attribute...) { begin(name, attributes) }

  mutating func begin(_ name: String, _ attributes: [Attribute]) {
    tag(name, attributes)
    text += ">\n"
    open.append(name)
  }

  mutating func end() {
    guard let name = open.popLast() else { return }
    text += "</\(name)>\n"
  }

  mutating func text(_ text: String, _ look: String?, _ x: Double, _ y: Double, anchor: String? = nil) {
    element(
      "text", ("class", look), ("x", x.coordinate), ("y", y.coordinate), ("text-anchor", anchor),
      content: text)
  }

  mutating func line(_ look: String, x: (Double, Double), y: (Double, Double)) {
    element(
      "line", ("class", look), ("x1", x.0.coordinate), ("x2", x.1.coordinate), ("y1", y.0.coordinate),
      ("y2", y.1.coordinate))
  }

  mutating func rect(
    _ look: String?, _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: String? = nil
  ) {
    element(
      "rect", ("class", look), ("x", x.coordinate), ("y", y.coordinate), ("width", width.coordinate),
      ("height", height.coordinate), ("rx", radius))
  }

  mutating func path(_ look: String, _ steps: String) { element("path", ("class", look), ("d", steps)) }

  mutating func raw(_ markup: String) { text += markup }

  private mutating func tag(_ name: String, _ attributes: [Attribute]) {
    text += "<\(name)"
    for attribute in attributes {
      if let value = attribute.value { text += " \(attribute.name)=\"\(value.xmlEscaped)\"" }
    }
  }
}

extension Double {
  /// A coordinate to the tenth, the same on every machine.
  var coordinate: String {
    let tenths = (self * 10 + (self < 0 ? -0.5 : 0.5)).clampedToInt64
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}
