/// Writes blocks as parts of a page.
struct PageBlocks {
  private let blocks: [Block]
  private let canvas = VectorCanvas()
  /// The edges of the bars, common to all timelines.
  private let bars: VectorTimeline.Bars

  init(_ blocks: [Block]) {
    self.blocks = blocks
    bars = VectorTimeline.bars(blocks.timelines, on: canvas)
  }

  func add(to page: inout XMLBuilder) {
    for block in blocks { add(block, to: &page) }
  }

  private func add(_ block: Block, to page: inout XMLBuilder) {
    switch block {
    case .sentences(let sentences): for sentence in sentences { page.paragraph(sentence, "note") }
    case .heading(let text): page.element("h3", content: text)
    case .timeline(let scene): add(scene, to: &page)
    case .legend:
      page.begin("div", ("class", "legend"), ("role", "group"), ("aria-label", "Meaning of the signs"))
      for entry in blocks.scenes.colouredLegend {
        let label = entry.sign.look.meaning ?? ""
        page.raw(canvas.element(canvas.legendEntry(entry), "lf", role: "img", label: label))
      }
      page.end()
    case .curves(let curves):
      // A drawing for each width of window.
      for (canvas, look) in [(canvas, "wide"), (VectorCanvas(width: 420), "narrow")] {
        let drawing = VectorCurves(curves, on: canvas).drawing()
        add(drawing, "lf fluid curves \(look)", label: curves.description, to: &page)
      }
    case .table(let table): add(table, to: &page)
    case .cards(let cards):
      page.begin("div", ("class", "cards"))
      for card in cards { add(card, to: &page) }
      page.end()
    }
  }

  private func add(_ card: Card, to page: inout XMLBuilder) {
    page.begin("a", ("class", "card"), ("href", "#\(card.view)"))
    page.element("h3", content: card.title)
    for sentence in card.sentences { page.paragraph(sentence, nil) }
    let small = VectorCanvas(width: 400)
    switch card.picture {
    case .timeline(let scene):
      let edge = VectorCanvas.margin
      let bars = VectorTimeline.Bars(left: edge, right: small.width - edge)
      page.raw(
        small.element(VectorTimeline(scene, bars: bars, on: small).drawing(), "lf", label: scene.description))
    case .curves(let curves):
      page.raw(small.element(VectorCurves(curves, on: small).drawing(), "lf", label: curves.description))
    default: break
    }
    page.end()
  }

  private func add(
    _ drawing: VectorCanvas.Drawing, _ look: String, label: String, to page: inout XMLBuilder
  ) {
    guard drawing.height > 0 else { return }
    page.begin("div", ("class", "scroll"))
    page.raw(canvas.element(drawing, look, label: label))
    page.end()
  }

  /// Adds a timeline, with the script's data about its axis and its rows.
  private func add(_ scene: Scene, to page: inout XMLBuilder) {
    let timeline = VectorTimeline(scene, bars: bars, isLive: true, on: canvas)
    page.begin("div", ("class", "picture"))
    add(timeline.drawing(), "lf fluid", label: scene.description, to: &page)
    page.raw("<aside class=\"details\" aria-live=\"polite\" hidden=\"hidden\"></aside>\n")
    page.raw("<script type=\"application/json\" class=\"rows\">\(timeline.data)</script>\n")
    page.end()
  }

  private func add(_ table: Table, to page: inout XMLBuilder) {
    page.raw("<div class=\"scroll\">\n<table>\n")
    if table.columns.contains(where: { !$0.title.isEmpty }) {
      page.raw("<thead>\n<tr>\n")
      for column in table.columns { page.element("th", ("scope", "col"), content: column.title) }
      page.raw("</tr>\n</thead>\n")
    }
    page.raw("<tbody>\n")
    for row in table.rows where !row.isEmpty {
      page.begin("tr")
      for (index, cell) in row.enumerated() {
        add(cell, table.columns[index], isFirst: index == 0, to: &page)
      }
      page.end()
    }
    page.raw("</tbody>\n</table>\n</div>\n")
    if let rest = table.rest { page.element("p", ("class", "note"), content: rest) }
  }

  private func add(_ cell: Table.Cell, _ column: Table.Column, isFirst: Bool, to page: inout XMLBuilder) {
    let open =
      isFirst
      ? "<th scope=\"row\"\(column.isFigure ? " class=\"figure\"" : "")>"
      : column.isFigure ? "<td class=\"figure\">" : "<td>"
    page.raw(open)
    switch cell {
    case .words(let words): page.span(words)
    case .share(let share, let tone):
      page.raw(Self.bar(from: 0, to: share, of: 160, tone.rawValue))
      page.raw(" \(TimeText.percent(share).xmlEscaped)")
    case .difference(let difference):
      page.raw(
        Self.bar(
          from: 0.5 + min(0, difference / 2), to: 0.5 + max(0, difference / 2), of: 200,
          difference < 0 ? "sooner" : "later", zero: "<path class=\"zero\" d=\"M100 0v12\"/>"))
    }
    page.raw(isFirst ? "</th>\n" : "</td>\n")
  }

  private static func bar(
    from: Double, to: Double, of width: Double, _ look: String, zero: String = ""
  ) -> String {
    "<svg class=\"lf\" width=\"\(width.coordinate)\" height=\"12\" aria-hidden=\"true\">"
      + "<rect class=\"\(look)\" x=\"\((width * from).coordinate)\" width=\"\((width * (to - from)).coordinate)\" "
      + "height=\"12\" rx=\"2\"/>\(zero)</svg>"
  }
}

extension Scene {
  /// Whether its rows are steps with details for the pointer.
  var isInteractive: Bool { rows.contains { $0.details.step != nil } }
}
