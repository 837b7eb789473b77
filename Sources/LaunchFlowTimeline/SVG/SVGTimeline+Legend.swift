extension SVGTimeline {
  /// A swatch with its words.
  private struct LegendEntry {
    var words: String
    var look: String?
    var pattern: String?
    var height = 12.0
  }

  private static let legend = [
    LegendEntry(words: "work", look: "work"),
    LegendEntry(words: "the landing waited for it", look: "work critical"),
    LegendEntry(words: "ended with a fallback", look: "recovered"),
    LegendEntry(words: "fallback's request", look: "fallback", pattern: "dots"),
    LegendEntry(words: "failed or timed out", look: "bad", pattern: "hatch"),
    LegendEntry(words: "cancelled", look: "cancelled"),
    LegendEntry(words: "late work", look: "work late", height: 7),
    LegendEntry(words: "queued", look: nil, pattern: "queue"),
  ]

  private static let swatch = 22.0
  private static let gap = 20.0

  /// The entries' places, line by line.
  private static func places(_ width: Double) -> [(entry: LegendEntry, x: Double, line: Int)] {
    var places: [(entry: LegendEntry, x: Double, line: Int)] = []
    var (x, line) = (margin, 0)
    for entry in legend {
      let length = swatch + 6 + Double(entry.words.count) * characterWidth
      if x > margin, x + length > width - margin { (x, line) = (margin, line + 1) }
      places.append((entry, x, line))
      x += length + gap
    }
    return places
  }

  static func legendLines(_ width: Double) -> Int { (places(width).last?.line ?? 0) + 1 }

  func addLegend(_ xml: inout XMLBuilder) {
    let first = y(chart.rows.count) + 54
    for (entry, x, line) in Self.places(width) {
      let middle = first + 18 * Double(line)
      let (place, top) = (x.coordinate, (middle - entry.height / 2).coordinate)
      if let look = entry.look {
        xml.element(
          "rect", ("class", look), ("x", place), ("y", top), ("width", Self.swatch.coordinate),
          ("height", entry.height.coordinate), ("rx", "2"))
      }
      if let pattern = entry.pattern {
        xml.element(
          "rect", ("fill", "url(#\(options.prefix)-\(pattern))"), ("x", place), ("y", top),
          ("width", Self.swatch.coordinate), ("height", entry.height.coordinate))
      }
      xml.element(
        "text", ("class", "faint"), ("x", (x + Self.swatch + 6).coordinate), ("y", (middle + 4).coordinate),
        content: entry.words)
    }
  }
}
