import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestClients
import Testing

@testable import LaunchFlowTimeline

/// The pages in a real browser, with a real pointer and real keys.
@Suite(
  .enabled(if: Browser.path != nil, "Chromium is not installed, so no page is opened in a browser"),
  .serialized, .timeLimit(.minutes(60)))
struct BrowserTests {
  /// The names of the rows that are shown.
  private static let rows = """
    [...document.querySelectorAll('section:not([hidden]) .row')].filter((row) => \
    row.getAttribute('display') !== 'none').map((row) => row.getAttribute('aria-label').split(',')[0]).join(' ')
    """
  private static let details = "document.querySelector('section:not([hidden]) .details').innerText"
  private static let focus = "document.activeElement.getAttribute('aria-label') ?? ''"
  private static let views = """
    [...document.querySelectorAll('section')].filter((view) => !view.hidden).map((view) => view.id).join(' ')
    """

  /// The page's console is silent, and it has asked for nothing but itself.
  private func isQuiet(_ browser: Browser, _ location: SourceLocation = #_sourceLocation) {
    #expect(browser.console == [], sourceLocation: location)
    #expect(
      browser.requests.count == 1 && browser.requests.allSatisfy { $0.hasPrefix("file:") },
      "\(browser.requests)", sourceLocation: location)
    #expect(!browser.hasAlerted, sourceLocation: location)
  }

  private func row(_ name: String) -> String { "section:not([hidden]) .row[aria-label^=\"\(name),\"]" }

  @Test func `hover and focus tell the same`() async throws {
    let browser = try await Browser(Picture(PicturedRun(everythingHangs())).html())
    #expect(try await browser.text(Self.details) == "")
    try await browser.hover(row("login"))
    let hovered = try await browser.text(Self.details)
    for words in [
      "login", "recovered", "3 s to 6 s", "attempt 1", "needs", "get-server-address", "waited for by",
      "get-rider-info", "could save", "at most 3 s", "/steps/login",
    ] {
      #expect(hovered.contains(words), "\(words)")
    }
    try await browser.hover("h1")
    try await browser.value(
      "document.querySelector('\(row("get-city").replacing("\"", with: "\\\""))').focus()")
    #expect(try await browser.text(Self.details).hasPrefix("get-city"))
    try await browser.value("document.querySelector('\(row("login").replacing("\"", with: "\\\""))').focus()")
    #expect(try await browser.text(Self.details) == hovered)
    #expect(try await browser.value("document.querySelectorAll('.row.selected').length") == 1)
    #expect(try await browser.value("document.querySelectorAll('.row.related').length") == 3)
    isQuiet(browser)
  }

  @Test func `arrow keys walk and fold`() async throws {
    let browser = try await Browser(Picture(PicturedRun(everythingHangs())).html())
    try await browser.press("ArrowDown")
    #expect(try await browser.text(Self.focus).hasPrefix("hulk-checks"))
    try await browser.press("ArrowDown")
    #expect(try await browser.text(Self.focus).hasPrefix("check-app-update"))
    try await browser.press("End")
    #expect(try await browser.text(Self.focus).hasPrefix("get-rider-info"))
    try await browser.press("ArrowDown")
    #expect(try await browser.text(Self.focus).hasPrefix("get-rider-info"))
    try await browser.press("Home")
    let height = "Number(document.querySelector('.picture svg').getAttribute('height'))"
    let before = try await browser.value(height).number ?? 0
    try await browser.press("ArrowLeft")
    #expect(
      try await browser.text(Self.rows)
        == "hulk-checks get-city get-server-address login cached-rider-info get-rider-info")
    #expect(try await browser.text("document.activeElement.getAttribute('aria-expanded')") == "false")
    #expect(abs((try await browser.value(height).number ?? 0) - (before - 48 * 1.15)) < 0.1)
    try await browser.press("ArrowDown")
    #expect(try await browser.text(Self.focus).hasPrefix("get-city"))
    try await browser.press("ArrowUp")
    try await browser.press("ArrowRight")
    #expect(try await browser.text(Self.rows).contains("is-verifying-version"))
    try await browser.click(row("hulk-checks"))
    #expect(try await !browser.text(Self.rows).contains("is-verifying-version"))
    isQuiet(browser)
  }

  @Test func `search and filter narrow the rows`() async throws {
    let browser = try await Browser(Picture(PicturedRun(everythingHangs())).html())
    try await browser.press("/")
    try await browser.type("get")
    #expect(try await browser.text("document.getElementById('search').value") == "get")
    #expect(try await browser.text(Self.rows) == "get-city get-server-address get-rider-info")
    try await browser.press("Escape")
    #expect(try await browser.text(Self.rows).split(separator: " ").count == 8)
    try await browser.click("#notable")
    #expect(try await browser.text(Self.rows).split(separator: " ").count == 8)
    try await browser.click("#notable")
    isQuiet(browser)
    try await browser.open(Picture(PicturedRun(everySign())).html())
    try await browser.click("#notable")
    let notable = try await browser.text(Self.rows).split(separator: " ").count
    #expect(notable > 0 && notable < everySign().steps.count)
    isQuiet(browser)
  }

  @Test func `keys open views and help`() async throws {
    let browser = try await Browser(Picture(PicturedRun(everythingHangs())).html())
    #expect(try await browser.text(Self.views) == "timeline")
    for (key, view) in [("2", "chain"), ("3", "graph"), ("4", "blame"), ("5", "table"), ("1", "timeline")] {
      try await browser.press(key)
      #expect(try await browser.text(Self.views) == view)
    }
    try await browser.press("?")
    #expect(try await browser.value("document.getElementById('help').open") == true)
    try await browser.press("2")
    try await browser.press("Escape")
    #expect(try await browser.value("document.getElementById('help').open") == false)
    #expect(try await browser.text(Self.views) == "timeline")
    // A view's button is pressed with the keyboard, too.
    try await browser.value("document.querySelector('[data-view=blame]').focus()")
    try await browser.press("Enter")
    #expect(try await browser.text(Self.views) == "blame")
    isQuiet(browser)
  }

  @Test func `a box of the graph leads to its row`() async throws {
    let browser = try await Browser(Picture(PicturedRun(everythingHangs())).html())
    try await browser.press("3")
    #expect(try await browser.value("document.querySelectorAll('.graph .node').length") == 8)
    // Four edges and the legend's.
    #expect(try await browser.value("document.querySelectorAll('.graph .edge.chain').length") == 5)
    try await browser.click(".graph .node:has(.critical)")
    #expect(try await browser.text(Self.views) == "timeline")
    #expect(try await browser.text(Self.focus).hasPrefix("is-verifying-version"))
    isQuiet(browser)
  }

  @Test func `a click on a percentile shows that very run`() async throws {
    let browser = try await Browser(try HTMLDistributionTests.page())
    #expect(try await browser.text(Self.views) == "distribution")
    try await browser.click(".curves a[href='#run-p95'] .knot")
    #expect(try await browser.text(Self.views) == "run-p95")
    #expect(try await browser.text("document.querySelector('#run-p95 h2').textContent") == "p95: run 95")
    try await browser.hover(row("first"))
    #expect(try await browser.text(Self.details).contains("0 s to 945 ms"))
    try await browser.press("ArrowDown")
    #expect(try await browser.text(Self.focus).hasPrefix("<second>"))
    try await browser.press("1")
    try await browser.value("document.querySelector('.curves a[href=\"#run-p50\"]').focus()")
    try await browser.press("Enter")
    #expect(try await browser.text(Self.views) == "run-p50")
    try await browser.click("[data-view=distribution]")
    try await browser.click("td a[href='#run-p99']")
    #expect(try await browser.text(Self.views) == "run-p99")
    isQuiet(browser)
  }

  @Test func `compared runs are looked at together`() async throws {
    let browser = try await Browser(
      Picture(comparing: PicturedRun(everySign()), PicturedRun(everythingHangs())).html(), height: 1400)
    isQuiet(browser)
    try await browser.open(
      Picture(comparing: PicturedRun(everythingHangs()), PicturedRun(everythingHangs())).html())
    try await browser.hover(row("login"))
    let marked = "document.querySelectorAll('.row.selected[aria-label^=\"login,\"]').length"
    #expect(try await browser.value(marked) == 2)
    try await browser.press("2")
    #expect(try await browser.text(Self.views) == "difference")
    try await browser.press("/")
    try await browser.type("log")
    let rows = "[...document.querySelectorAll('#difference tbody tr')].filter((row) => !row.hidden).length"
    #expect(try await browser.value(rows) == 1)
    isQuiet(browser)
  }

  @Test func `a card leads to its scenario, and the way back to the day`() async throws {
    let browser = try await Browser(HTMLDayTests.page())
    #expect(try await browser.text(Self.views) == "day")
    try await browser.click(".card[href='#scenario-2']")
    #expect(try await browser.text(Self.views) == "scenario-2")
    let shown = try await browser.text("document.querySelector('section:not([hidden])').innerText")
    #expect(shown.contains("too late"))
    try await browser.value("history.back()")
    for _ in 0..<200 where try await browser.text(Self.views) != "day" {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try await browser.text(Self.views) == "day")
    try await browser.press("/")
    try await browser.type("hang")
    #expect(try await browser.value("document.querySelectorAll('.card:not([hidden])').length") == 1)
    isQuiet(browser)
  }

  @Test func `on a narrow window the labels and the landing stay in view`() async throws {
    let browser = try await Browser(Picture(PicturedRun(everythingHangs())).html(), width: 390, height: 800)
    let places =
      "(selector) => { const box = document.querySelector(selector).getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; }"
    for selector in [".row .label", ".landing"] {
      #expect(try await browser.value("(\(places))('\(selector)')") == true, "\(selector)")
    }
    // Nothing has to be scrolled sideways: a row has its label above its bars.
    #expect(
      try await browser.value("document.documentElement.scrollWidth <= innerWidth") == true)
    #expect(
      try await browser.value(
        "(() => { const s = document.querySelector('.scroll'); return s.scrollWidth <= s.clientWidth; })()")
        == true)
    isQuiet(browser)
    // The picture follows the window, and a turn of it is no error of the page.
    let height = "document.querySelector('.picture svg').getBoundingClientRect().height"
    let narrow = try await browser.value(height).number ?? 0
    try await browser.resize(width: 1200, height: 800)
    try await browser.wait(for: "\(height) < \(narrow)")
    isQuiet(browser)
    try await browser.resize(width: 390, height: 800)
    // Rows without a caption, too.
    for trace in [everySign(), offline()] {
      try await browser.open(Picture(PicturedRun(trace)).html())
      isQuiet(browser)
    }
  }

  @Test func `on a narrow window no line crosses words`() async throws {
    let browser = try await Browser(
      Picture(PicturedRun(everythingHangs())).html(), width: 390, height: 1400)
    // Of the words that a full-height line would cross: how many, and how many it does cross.
    let crossings = """
      (() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
        const lines = boxes('.limits line').map((line) => line.left + line.width / 2);
        const points = boxes('.row .label, .row .caption').flatMap((words) => lines
          .filter((x) => x > words.left && x < words.right).map((x) => [x, words.top + words.height / 2]));
        const drawn = points.filter(([x, y]) => document.elementFromPoint(x, y).closest('.limits'));
        return [points.length, drawn.length];
      })()
      """
    let counts = try await browser.value(crossings).array?.compactMap(\.number) ?? []
    try #require(counts.count == 2)
    #expect(counts[0] > 0 && counts[1] == 0)
    // The lines would be found if they did cross.
    try await browser.value("document.querySelector('.limits').removeAttribute('clip-path')")
    #expect(try await browser.value(crossings).array?.last?.number ?? 0 > 0)
    isQuiet(browser)
  }

  @Test func `without script everything stands there`() async throws {
    let browser = try await Browser("", isScripted: false)
    for html in [Picture(PicturedRun(everythingHangs())).html(), try HTMLDistributionTests.page()] {
      try await browser.open(html)
      #expect(try await browser.value("document.querySelectorAll('section[hidden]').length") == 0)
      #expect(try await browser.value("document.getElementById('tools').hidden") == true)
      #expect(try await browser.value("document.querySelectorAll('.row title').length > 0") == true)
      isQuiet(browser)
    }
  }

  @Test func `hostile names are text in every view`() async throws {
    let run = PicturedRun(hostileTrace(), notice: "<img src=x onerror=alert(1)>")
    var spreads = StepSpreads()
    spreads.add(hostileTrace())
    let name = hostileFlow().name
    let distribution = try #require(
      LandingDistribution(
        flow: name, scenario: "--> ]]>", deadline: 10.ms, pages: ["<home>", "</section>"],
        landings: [.init(5.ms, page: 0), .init(6.ms, page: 1)]))
    let pages = [
      Picture(PicturedRun(hostileTrace())).html(), Picture(comparing: run, run).html(),
      Picture(distribution, steps: spreads, runs: [.init(["p50"], number: 0, run)]).html(),
      Picture(try hostileSwitch()).html(),
    ]
    let browser = try await Browser("")
    for page in pages {
      try await browser.open(page)
      for selector in ["script:not(.rows)", "style"] {
        #expect(try await browser.value("document.querySelectorAll('\(selector)').length") == 1)
      }
      #expect(try await browser.value("document.querySelectorAll('img,home,b').length") == 0)
      #expect(try await browser.text("document.body.textContent").contains("<script>alert("))
      isQuiet(browser)
    }
  }

  @Test func `the reader's wishes are followed`() async throws {
    let browser = try await Browser(Picture(PicturedRun(everythingHangs())).html())
    let paper = "getComputedStyle(document.documentElement).backgroundColor"
    #expect(try await browser.text(paper) == "rgb(255, 255, 255)")
    try await browser.prefer("prefers-color-scheme", "dark")
    #expect(try await browser.text(paper) == "rgb(20, 24, 28)")
    try await browser.prefer("prefers-reduced-motion", "reduce")
    #expect(
      try await browser.text("getComputedStyle(document.querySelector('.hit')).transitionDuration") == "0s")
    try await browser.prefer("forced-colors", "active")
    #expect(try await browser.value("matchMedia('(forced-colors: active)').matches") == true)
    try await browser.prefer("prefers-color-scheme", "light", medium: "print")
    #expect(try await browser.text("getComputedStyle(document.getElementById('tools')).display") == "none")
    #expect(try await browser.text("getComputedStyle(document.getElementById('blame')).display") == "block")
    isQuiet(browser)
  }

  @Test func `a switch's page opens`() async throws {
    let browser = try await Browser(Picture(try sampleSwitch()).html())
    #expect(try await browser.text(Self.views) == "timeline")
    #expect(try await browser.value("document.querySelectorAll('.row').length > 4") == true)
    try await browser.press("3")
    #expect(try await browser.text(Self.views) == "events")
    // There is nothing to search.
    try await browser.press("/")
    isQuiet(browser)
  }

  @Test func `hundreds of steps stay a page`() async throws {
    let browser = try await Browser(Picture(PicturedRun(layers(800))).html())
    let shown = "[...document.querySelectorAll('.row:not(.hidden)')].length"
    let rows = try await browser.value(shown).number ?? 0
    #expect(rows > 5 && rows < 200)
    try await browser.press("End")
    #expect(try await browser.text(Self.details) != "")
    // A step that is folded is found by its name.
    try await browser.press("/")
    try await browser.type("step-77")
    let found = try await browser.value(shown).number ?? 0
    #expect(found > 0 && found < rows)
    isQuiet(browser)
  }
}
