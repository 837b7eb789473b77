/// The abilities of a terminal, and the wishes of its user.
package struct TextOptions: Hashable, Sendable {
  /// The columns, from 40 to 500; no line is wider.
  package var width = 100
  package var isColoured = false
  package var isASCII = false
  package var showsLegend = true

  package init() {}
}

/// Draws blocks as lines of characters.
struct CharacterCanvas {
  let options: TextOptions
  let width: Int
  let ellipsis: String

  init(_ options: TextOptions) {
    self.options = options
    width = min(500, max(40, options.width))
    ellipsis = options.isASCII ? ".." : "…"
  }

  /// The blocks as text, one blank line between them, with a line end after each line.
  func text(_ blocks: [Block]) -> String {
    var lines: [CharacterLine] = []
    let columns = CharacterTimeline.Columns(blocks.scenes, on: self)
    for block in blocks {
      let drawn = self.lines(block, among: blocks, columns)
      if !lines.isEmpty, !drawn.isEmpty { lines.append(CharacterLine()) }
      lines += drawn
    }
    return lines.reduce(into: "") { $0 += $1.cut(to: width).text(isColoured: options.isColoured) + "\n" }
  }

  private func lines(
    _ block: Block, among blocks: [Block], _ layout: CharacterTimeline.Columns
  ) -> [CharacterLine] {
    switch block {
    case .sentences(let sentences): sentences.flatMap(wrap)
    case .heading(let text): [CharacterLine(shown(text), isStrong: true)]
    case .timeline(let scene): CharacterTimeline(scene, layout, on: self).lines()
    case .legend: options.showsLegend ? legend(blocks.scenes) : []
    case .curves(let curves): CharacterTable(curves.table, on: self).lines()
    case .table(let table): CharacterTable(table, on: self).lines()
    case .cards(let cards):
      cards.flatMap { card in [card.sentences.first?.prefixed("\(card.title): ") ?? Sentence(card.title)] }
        .flatMap(wrap)
    }
  }

  func shown(_ text: String) -> String { text.visible(ascii: options.isASCII) }

  func glyph(_ pair: Glyph.Pair) -> Character { options.isASCII ? pair.ascii : pair.drawn }

  /// A sentence on one or more lines; each part stays on one line if it fits.
  func wrap(_ sentence: Sentence) -> [CharacterLine] {
    let separator = shown(" · ")
    let hang = 2
    var lines: [CharacterLine] = []
    var line = CharacterLine()
    func breakLine() {
      lines.append(line)
      line = CharacterLine(String(repeating: " ", count: hang))
    }
    for (index, part) in sentence.parts.enumerated() {
      let room = part.reduce(0) { $0 + shown($1.text).displayWidth }
      if index > 0, line.width + separator.count + room > width {
        breakLine()
      } else if index > 0 {
        line.add(separator, .faint)
      }
      if line.width + room <= width {
        for words in part { line.add(shown(words.text), words.tone, isStrong: words.isStrong) }
        continue
      }
      for words in part {
        for (place, word) in shown(words.text).split(separator: " ", omittingEmptySubsequences: false)
          .enumerated()
        {
          if place > 0 { line.add(" ", words.tone) }
          if line.width + word.displayWidth > width, line.width > hang { breakLine() }
          line.add(
            String(word).cut(to: width - line.width, ellipsis: ellipsis), words.tone, isStrong: words.isStrong
          )
        }
      }
    }
    return line.width > 0 ? lines + [line] : lines
  }

  private func legend(_ scenes: [Scene]) -> [CharacterLine] {
    // On the critical path a fallback request has another look.
    let requests = Set(
      scenes.lazy.flatMap(\.rows).filter { $0.bars.contains { $0.sign == .fallbackWork } }.map(\.isCritical))
    let isBeside = scenes.contains { $0.rows.contains { $0.bars.contains { $0.half == .lower } } }
    let entries = scenes.legend.map(\.sign).compactMap { sign -> CharacterLine? in
      guard let pair = sign.look.glyph, let meaning = sign.look.meaning else { return nil }
      var line = CharacterLine()
      if sign == .critical { line.add(glyph(Glyph.critical), .init(tone: .faint)) }
      if sign != .fallbackWork || requests.contains(false) {
        line.add(glyph(pair), .init(tone: .faint), count: sign.isMoment ? 1 : 2)
      }
      if sign == .fallbackWork, requests.contains(true) {
        line.add(glyph(Glyph.criticalFallback), .init(tone: .faint), count: 2)
      }
      if sign == .fallbackWork, isBeside { line.add(glyph(Glyph.both), .init(tone: .faint), count: 2) }
      line.add(" \(meaning)", .faint)
      return line
    }
    var lines: [CharacterLine] = []
    var line = CharacterLine()
    for entry in entries {
      if line.width > 0, line.width + 2 + entry.width > width {
        lines.append(line)
        line = CharacterLine()
      }
      if line.width > 0 { line.add("  ", .faint) }
      line.add(entry)
    }
    return line.width > 0 ? lines + [line] : lines
  }
}

extension Substring {
  fileprivate var displayWidth: Int { String(self).displayWidth }
}
