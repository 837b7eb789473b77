import LaunchFlowMachine
import LaunchFlowModel

/// A run as one self-contained page: the picture, what every step did, what the landing waited for, and what it
/// would have saved. It asks for nothing over the network and can be read without script.
public struct HTMLTimeline {
  let chart: TimelineChart
  let options: SVGTimeline.Options

  /// The page; of a partial trace the page so far. A pure function of its arguments.
  public static func text(_ trace: Trace, options: SVGTimeline.Options = SVGTimeline.Options()) -> String {
    HTMLTimeline(trace, options).page()
  }

  private init(_ trace: Trace, _ options: SVGTimeline.Options) {
    var options = options
    options.isEmbedded = true
    self.options = options
    chart = TimelineChart(trace, span: options.span, showsAllSteps: options.showsAllSteps)
  }

  private func page() -> String {
    let headline = Headline(chart, notice: options.notice)
    let style = SVGStyle.sheet + PageStyle.sheet
    let policy =
      "default-src 'none'; style-src 'sha256-\(SHA256.base64(style))'; "
      + "script-src 'sha256-\(SHA256.base64(PageScript.source))'; base-uri 'none'; form-action 'none'"
    var page = XMLBuilder()
    page.raw("<!DOCTYPE html>\n<html lang=\"en\" class=\"lf\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n")
    page.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
    page.element("title", content: headline.titleText)
    page.raw("<style>\(style)</style>\n</head>\n<body>\n")
    addHeader(headline, &page)
    page.begin("main")
    addPicture(&page)
    addChain(&page)
    addBlame(&page)
    addTable(&page)
    page.end()
    page.raw(PageScript.help)
    page.raw("<script type=\"application/json\" id=\"rows\">\(rows())</script>\n")
    page.raw("<script>\(PageScript.source)</script>\n</body>\n</html>\n")
    return page.text
  }

  private func addHeader(_ headline: Headline, _ page: inout XMLBuilder) {
    page.begin("header")
    page.element("h1", content: headline.titleText)
    for (index, sentence) in headline.sentences.enumerated() {
      page.element("p", ("class", index == 0 ? "outcome" : nil), content: sentence)
    }
    page.begin("nav", ("id", "tools"), ("hidden", "hidden"), ("aria-label", "Views"))
    for (index, view) in View.allCases.enumerated() {
      page.element(
        "button", ("type", "button"), ("data-view", view.rawValue),
        ("aria-pressed", index == 0 ? "true" : "false"),
        content: view.title)
    }
    page.raw("<label>Search <input id=\"search\" type=\"search\" autocomplete=\"off\"></label>\n")
    page.raw(
      "<label><input id=\"notable\" type=\"checkbox\"> only what is critical, failed or late</label>\n")
    page.raw("<button type=\"button\" id=\"keys\" aria-label=\"Keys\">?</button>\n")
    page.end()
    page.end()
  }

  private func addPicture(_ page: inout XMLBuilder) {
    page.begin("section", ("id", View.timeline.rawValue), ("aria-label", View.timeline.title))
    page.raw("<div class=\"scroll\">\n")
    page.raw(SVGTimeline.text(chart, options: options))
    page.raw("</div>\n<aside id=\"details\" aria-live=\"polite\" hidden=\"hidden\"></aside>\n")
    page.end()
  }

  /// What the script needs to know of each row.
  private func rows() -> String {
    let rowOfStep = Dictionary(
      chart.rows.enumerated().compactMap { row in row.element.step.map { ($0, row.offset) } },
      uniquingKeysWith: { first, _ in first })
    let value = JSONValue.array(
      chart.rows.map { row in
        let tale = StepTale(row, in: chart)
        let tone = StepCaption(row, in: chart, ascii: false).tone
        let related =
          row.step.map { chart.dependents[$0] + chart.trace.steps[$0].needs + chart.trace.steps[$0].after }
          ?? []
        let group = row.step.flatMap { chart.trace.steps[$0].group }.flatMap { rowOfStep[$0] }
        return [
          "name": .string(tale.name.printable(ascii: false)),
          "lines": .array(tale.lines.map { [.string($0.label), .string($0.text.printable(ascii: false))] }),
          "group": group.map { .integer(Int64($0)) } ?? .null,
          "related": .array(related.compactMap { rowOfStep[$0] }.map { .integer(Int64($0)) }),
          "notable": .bool(row.isCritical || tone == .failed || tone == .recovered || row.hasLateWork),
        ]
      })
    // Nothing in the data may look like the end of its element.
    return value.text().reduce(into: "") { $0 += $1 == "<" ? "\\u003c" : String($1) }
  }
}

extension HTMLTimeline {
  /// The page's views.
  enum View: String, CaseIterable {
    case timeline, chain, blame, table

    var title: String {
      switch self {
      case .timeline: "Timeline"
      case .chain: "Critical chain"
      case .blame: "Blame"
      case .table: "Table"
      }
    }
  }
}

extension TimelineRow {
  fileprivate var hasLateWork: Bool { segments.contains { $0.kind == .late || $0.kind == .abandoned } }
}
