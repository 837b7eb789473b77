/// The frame that all pages share: the policy that forbids everything but its own style and script, the header
/// with its views, the keys. A page asks for nothing over the network and can be read without script.
struct HTMLPage {
  /// A part of the page that the script shows alone, and that stands among the others without script.
  struct View {
    /// What it is called in the page and behind the `#` of its address.
    var id: String
    var title: String
    /// Whether it is found by its heading alone: what stands under it explains itself.
    var heading: String?
    /// Whether its pictures are looked at together: what is pointed at in one is marked in all.
    var isTogether = false
    var add: (inout XMLBuilder) -> Void

    init(
      _ id: String, _ title: String, heading: String? = nil, isTogether: Bool = false,
      _ add: @escaping (inout XMLBuilder) -> Void
    ) {
      self.id = id
      self.title = title
      self.heading = heading
      self.isTogether = isTogether
      self.add = add
    }
  }

  /// The words on top.
  var title: String
  /// What is said beneath; the first line tells most.
  var sentences: [String]
  /// Whether there are rows to search and to filter.
  var hasRows = true
  /// In order; the first is shown at first.
  var views: [View]

  /// The whole document.
  func text() -> String {
    let style = SVGStyle.sheet + PageStyle.sheet
    let policy =
      "default-src 'none'; style-src 'sha256-\(SHA256.base64(style))'; "
      + "script-src 'sha256-\(SHA256.base64(PageScript.source))'; base-uri 'none'; form-action 'none'"
    var page = XMLBuilder()
    page.raw("<!DOCTYPE html>\n<html lang=\"en\" class=\"lf\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n")
    page.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
    page.element("title", content: title)
    page.raw("<style>\(style)</style>\n</head>\n<body>\n")
    addHeader(&page)
    page.begin("main")
    for view in views { add(view, &page) }
    page.end()
    page.raw(PageScript.help)
    page.raw("<script>\(PageScript.source)</script>\n</body>\n</html>\n")
    return page.text
  }

  private func addHeader(_ page: inout XMLBuilder) {
    page.begin("header")
    page.element("h1", content: title)
    for (index, sentence) in sentences.enumerated() {
      page.element("p", ("class", index == 0 ? "outcome" : nil), content: sentence)
    }
    page.begin("nav", ("id", "tools"), ("hidden", "hidden"), ("aria-label", "Views"))
    for (index, view) in views.enumerated() {
      page.element(
        "button", ("type", "button"), ("data-view", view.id), ("aria-pressed", index == 0 ? "true" : "false"),
        content: view.title)
    }
    if hasRows {
      page.raw("<label>Search <input id=\"search\" type=\"search\" autocomplete=\"off\"></label>\n")
      page.raw(
        "<label><input id=\"notable\" type=\"checkbox\"> only what is critical, failed or late</label>\n")
    }
    page.raw("<button type=\"button\" id=\"keys\" aria-label=\"Keys\">?</button>\n")
    page.end()
    page.end()
  }

  private func add(_ view: View, _ page: inout XMLBuilder) {
    page.begin(
      "section", ("id", view.id), ("aria-label", view.heading == nil ? view.title : nil),
      ("data-together", view.isTogether ? "" : nil))
    if let heading = view.heading { page.element("h2", content: heading) }
    view.add(&page)
    page.end()
  }
}

extension XMLBuilder {
  /// A table of a page; its rows follow, then `endTable`.
  mutating func beginTable(_ columns: [String]) {
    raw("<div class=\"scroll\">\n<table>\n<thead>\n<tr>\n")
    for column in columns { element("th", ("scope", "col"), content: column) }
    raw("</tr>\n</thead>\n<tbody>\n")
  }

  mutating func endTable() { raw("</tbody>\n</table>\n</div>\n") }

  /// A row of a table: its name, then cells; figures stand to the right.
  mutating func row(_ name: String, _ cells: [(text: String, isFigure: Bool)]) {
    begin("tr")
    element("th", ("scope", "row"), content: name)
    for cell in cells { element("td", ("class", cell.isFigure ? "figure" : nil), content: cell.text) }
    end()
  }
}
