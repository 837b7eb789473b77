/// A self-contained HTML page of blocks: the policy that forbids everything but its own style and script, the
/// header with its views, the keys. It loads nothing over the network and is readable without script.
struct HTMLPage {
  /// A part that the script shows alone. Without script all views are shown.
  struct View: Sendable {
    /// Its name in the page and in links to it.
    var id: String
    /// The text of its button.
    var title: String
    /// Its heading; nil if it needs none.
    var heading: String?
    /// Whether its timelines are linked: the pointed row of one is marked in all.
    var isTogether = false
    /// Whether it has a button; a view without one is reached by a link.
    var isListed = true
    var blocks: [Block]
  }

  var title: Sentence
  /// The sentences beneath the title, the most important one first.
  var sentences: [Sentence]
  /// In order; the first one is visible at first.
  var views: [View]

  static let style = TimelineFiles.canvasPictureCss + TimelineFiles.pagesPageCss

  private static let script =
    TimelineFiles.pagesAxisJs + TimelineFiles.pagesDrawingJs + TimelineFiles.pagesPictureJs
    + TimelineFiles.pagesPageJs

  /// The digests that the policy allows; the tests compute both anew.
  static let styleDigest = "sha256-Xhel7LJLTNLQZzjkbraJ7vOrdb7Lu1OARBWEJm0ctHs="
  static let scriptDigest = "sha256-KPfiLkMraH7gKEoA62fP+PZHmBKG8cMiypkfRlSTJHo="

  func text() -> String {
    let policy =
      "default-src 'none'; style-src '\(Self.styleDigest)'; script-src '\(Self.scriptDigest)'; "
      + "base-uri 'none'; form-action 'none'"
    var page = XMLBuilder()
    page.raw("<!DOCTYPE html>\n<html lang=\"en\" class=\"lf\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n")
    page.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
    page.element("title", content: title.text)
    page.raw("<style>\(Self.style)</style>\n</head>\n<body>\n")
    page.raw("<svg class=\"lf definitions\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n")
    page.raw("\(TimelineFiles.canvasDefinitionsSvg)</svg>\n")
    addHeader(&page)
    page.begin("main")
    for (index, view) in views.enumerated() { add(view, isFirst: index == 0, &page) }
    page.end()
    page.raw(TimelineFiles.pagesKeysHtml)
    page.raw("<script>\(Self.script)</script>\n</body>\n</html>\n")
    return page.text
  }

  private func addHeader(_ page: inout XMLBuilder) {
    page.begin("header")
    page.element("h1", content: title.text)
    for (index, sentence) in sentences.enumerated() {
      page.paragraph(sentence, index == 0 ? "outcome" : nil)
    }
    page.begin("nav", ("id", "tools"), ("hidden", "hidden"), ("aria-label", "Views"))
    for (index, view) in views.enumerated() {
      page.element(
        "button", ("type", "button"), ("data-view", view.id), ("hidden", view.isListed ? nil : "hidden"),
        ("aria-pressed", index == 0 ? "true" : "false"),
        content: view.title)
    }
    if views.contains(where: { $0.blocks.scenes.contains(where: \.isInteractive) }) {
      page.raw("<label>Search <input id=\"search\" type=\"search\" autocomplete=\"off\"></label>\n")
      page.raw(
        "<label><input id=\"notable\" type=\"checkbox\"> only critical, failed or late steps</label>\n")
    }
    page.raw("<button type=\"button\" id=\"keys\" aria-label=\"Keys\">?</button>\n")
    page.end()
    page.end()
  }

  private func add(_ view: View, isFirst: Bool, _ page: inout XMLBuilder) {
    page.begin(
      "section", ("id", view.id), ("aria-label", view.heading == nil ? view.title : nil),
      ("data-together", view.isTogether ? "" : nil))
    if let heading = view.heading { page.element("h2", content: heading) }
    // Only the first view is built at once: in a browser with script the others are text until they are opened.
    if !isFirst { page.begin("noscript") }
    PageBlocks(view.blocks).add(to: &page)
    if !isFirst { page.end() }
    page.end()
  }
}

extension XMLBuilder {
  mutating func paragraph(_ sentence: Sentence, _ look: String?) {
    begin("p", ("class", look))
    spans(sentence)
    end()
  }

  /// The words, each in its colour.
  mutating func spans(_ sentence: Sentence) {
    for (index, part) in sentence.parts.enumerated() {
      if index > 0 { raw(" · ") }
      for words in part { span(words) }
    }
  }

  mutating func span(_ words: Words) {
    let looks = [words.tone == .plain ? nil : "say-\(words.tone.rawValue)", words.isStrong ? "strong" : nil]
    let look = looks.compactMap(\.self).joined(separator: " ")
    raw(
      look.isEmpty ? words.text.xmlEscaped : "<span class=\"\(look)\">\(words.text.xmlEscaped)</span>")
  }
}
