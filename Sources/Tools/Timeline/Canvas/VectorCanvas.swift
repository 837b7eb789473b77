/// Draws scenes and curves as SVG.
struct VectorCanvas {
  /// Markup of a known size, for use under other drawings or in its own document.
  struct Drawing {
    var markup: String
    var width: Double
    var height: Double
  }

  /// In pixels.
  var width = 1040.0

  static let margin = 16.0
  /// The width of a column of text.
  static let characterWidth = 6.9

  /// One element for a page that has the style sheet and the definitions.
  func element(_ drawing: Drawing, _ look: String, role: String = "group", label: String) -> String {
    var xml = XMLBuilder()
    begin(&xml, drawing, look, ("role", role), ("aria-label", label))
    xml.raw(drawing.markup)
    xml.end()
    return xml.text
  }

  /// A self-contained document: a headline, and the drawable blocks.
  func document(_ title: Sentence, _ sentences: [Sentence], _ blocks: [Block]) -> String {
    var parts = [text([title], "title", top: 30)]
    if let first = sentences.first { parts.append(text([first], "strong", top: 20)) }
    parts.append(text(Array(sentences.dropFirst()), "faint", top: 17))
    let bars = VectorTimeline.bars(blocks.scenes, on: self)
    for block in blocks {
      switch block {
      case .timeline(let scene): parts.append(VectorTimeline(scene, bars: bars, on: self).drawing())
      case .legend: parts.append(legend(blocks.scenes.colouredLegend))
      case .curves(let curves): parts.append(VectorCurves(curves, on: self).drawing())
      case .sentences(let sentences): parts.append(text(sentences, nil, top: 24))
      case .heading, .table, .cards: continue
      }
    }
    let width = max(width, parts.map(\.width).max() ?? 0)
    let height = parts.reduce(0) { $0 + $1.height }
    var xml = XMLBuilder()
    begin(
      &xml, Drawing(markup: "", width: width, height: height), "lf", ("xmlns", "http://www.w3.org/2000/svg"),
      ("role", "img"), ("aria-labelledby", "lf-title lf-desc"))
    xml.element("title", ("id", "lf-title"), content: title.text)
    xml.element("desc", ("id", "lf-desc"), content: sentences.map(\.text).joined(separator: ". "))
    xml.raw("<style>\n\(TimelineFiles.canvasPictureCss)</style>\n")
    xml.raw(TimelineFiles.canvasDefinitionsSvg)
    xml.element(
      "rect", ("class", "paper"), ("width", width.coordinate), ("height", height.coordinate), ("rx", "6"))
    var y = 0.0
    for part in parts where !part.markup.isEmpty {
      xml.begin("g", ("transform", y > 0 ? "translate(0 \(y.coordinate))" : nil))
      xml.raw(part.markup)
      xml.end()
      y += part.height
    }
    xml.end()
    return xml.text
  }

  private func text(_ sentences: [Sentence], _ look: String?, top: Double) -> Drawing {
    let room = Int((width - 2 * Self.margin) / Self.characterWidth)
    var xml = XMLBuilder()
    for (index, sentence) in sentences.enumerated() {
      xml.text(sentence.text.visible().cut(to: room), look, Self.margin, top + 17 * Double(index))
    }
    let height = sentences.isEmpty ? 0 : top + 17 * Double(sentences.count - 1)
    return Drawing(markup: xml.text, width: width, height: height)
  }

  private func begin(
    _ xml: inout XMLBuilder, _ drawing: Drawing, _ look: String, _ attributes: XMLBuilder.Attribute...
  ) {
    let (width, height) = (drawing.width.coordinate, drawing.height.coordinate)
    xml.begin(
      "svg",
      [("class", look), ("viewBox", "0 0 \(width) \(height)"), ("width", width), ("height", height)]
        + attributes)
  }

  /// The signs with their meanings, on one or more lines.
  func legend(_ entries: [LegendEntry]) -> Drawing {
    let (gap, line) = (20.0, 18.0)
    var xml = XMLBuilder()
    var (x, y) = (Self.margin, 4.0)
    for entry in entries.map(legendEntry) {
      if x > Self.margin, x + entry.width > width - Self.margin { (x, y) = (Self.margin, y + line) }
      xml.begin("g", ("transform", "translate(\(x.coordinate) \(y.coordinate))"))
      xml.raw(entry.markup)
      xml.end()
      x += entry.width + gap
    }
    return Drawing(markup: xml.text, width: width, height: entries.isEmpty ? 0 : y + line + 4)
  }

  func legendEntry(_ entry: LegendEntry) -> Drawing {
    let (swatch, line) = (22.0, 18.0)
    let meaning = entry.sign.look.meaning ?? ""
    // The arrow of a fallback's use is wider than its swatch.
    let room = swatch + (entry.sign == .recovered ? 14 : 6)
    var scene = Scene(description: "", span: 1)
    scene.rows = [entry.sign.sample(entry.outcome)]
    let start = scene.rows[0].bars.isEmpty ? swatch / 2 : 0
    var xml = XMLBuilder()
    VectorTimeline(scene, bars: .init(left: start, right: swatch), on: self)
      .addBars(of: scene.rows[0], middle: line / 2, &xml)
    xml.text(meaning, "faint", room, line / 2 + 4)
    return Drawing(
      markup: xml.text, width: room + Double(meaning.count) * Self.characterWidth, height: line)
  }
}
