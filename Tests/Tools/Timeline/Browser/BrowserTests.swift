import Foundation
import LaunchFlowMachine
import LaunchFlowTestClients
import Testing

@testable import LaunchFlowTimeline

/// The pages in a real browser, with a real pointer and real keys. All tests use one browser, a window each.
@Suite(
  .enabled(if: Browser.path != nil, "Chromium is not installed, so no page is opened in a browser"),
  .serialized, .timeLimit(.minutes(60)))
struct BrowserTests {
  private static let browser = Browser()
  var browser: Browser { Self.browser }

  /// The names of the rows that are shown.
  private static let rows = """
    [...document.querySelectorAll('section:not([hidden]) .row:not(.hidden)')].map((row) => \
    row.getAttribute('aria-label').split(',')[0]).join(' ')
    """
  private static let details = "document.querySelector('section:not([hidden]) .details').innerText"
  private static let focus = "document.activeElement.getAttribute('aria-label') ?? ''"
  private static let views = """
    [...document.querySelectorAll('section')].filter((view) => !view.hidden).map((view) => view.id).join(' ')
    """

  func open(_ trace: Trace, width: Int = 1200, height: Int = 900) async throws {
    try await browser.open(Picture(PicturedRun(trace)).html(), width: width, height: height)
  }

  /// The page's console is silent, and it has asked for nothing but itself.
  func isQuiet(_ location: SourceLocation = #_sourceLocation) async {
    #expect(await browser.console == [], sourceLocation: location)
    let requests = await browser.requests
    #expect(
      requests.count == 1 && requests.allSatisfy { $0.hasPrefix("file:") }, "\(requests)",
      sourceLocation: location)
    #expect(await !browser.hasAlerted, sourceLocation: location)
  }

  private func row(_ name: String) -> String { "section:not([hidden]) .row[aria-label^=\"\(name),\"]" }

  func count(_ selector: String) async throws -> Int {
    let count = try await browser.value("document.querySelectorAll('\(selector)').length")
    return Int(count.number ?? -1)
  }

  private func focus(_ name: String) async throws {
    try await browser.value("document.querySelector('\(row(name))').focus()")
  }

  @Test func `hover and focus tell the same`() async throws {
    try await open(everythingHangs())
    #expect(try await browser.text(Self.details) == "")
    try await browser.hover(row("login"))
    let hovered = try await browser.text(Self.details)
    for words in [
      "login", "recovered", "3 s to 6 s", "attempt 1", "needs", "get-server-address", "waited for by",
      "get-rider-info", "/steps/login",
    ] {
      #expect(hovered.contains(words), "\(words)")
    }
    try await browser.hover("h1")
    try await focus("get-city")
    #expect(try await browser.text(Self.details).hasPrefix("get-city"))
    try await focus("login")
    #expect(try await browser.text(Self.details) == hovered)
    #expect(try await count(".row.selected") == 1)
    #expect(try await count(".row.related") == 3)
    await isQuiet()
  }

  @Test func `arrow keys walk and fold`() async throws {
    try await open(everythingHangs())
    let walk = [
      ("ArrowDown", "hulk-checks"), ("ArrowDown", "check-app-update"), ("End", "get-rider-info"),
      ("ArrowDown", "get-rider-info"), ("Home", "hulk-checks"), ("ArrowLeft", "hulk-checks"),
      ("ArrowDown", "get-city"), ("ArrowUp", "hulk-checks"),
    ]
    let height = "Number(document.querySelector('.picture svg').getAttribute('height'))"
    let before = try await browser.value(height).number ?? 0
    for (key, name) in walk {
      try await browser.press(key)
      #expect(try await browser.text(Self.focus).hasPrefix(name), "\(key)")
    }
    #expect(
      try await browser.text(Self.rows)
        == "hulk-checks get-city get-server-address login cached-rider-info get-rider-info")
    #expect(try await browser.text("document.activeElement.getAttribute('aria-expanded')") == "false")
    #expect(abs((try await browser.value(height).number ?? 0) - (before - 48 * 1.15)) < 0.1)
    try await browser.press("ArrowRight")
    #expect(try await browser.text(Self.rows).contains("is-verifying-version"))
    try await browser.click(row("hulk-checks"))
    #expect(try await !browser.text(Self.rows).contains("is-verifying-version"))
    await isQuiet()
  }

  @Test func `search and filter narrow the rows`() async throws {
    try await open(everythingHangs())
    try await browser.press("/")
    try await browser.type("get")
    #expect(try await browser.text(Self.rows) == "get-city get-server-address get-rider-info")
    try await browser.press("Escape")
    #expect(try await browser.text(Self.rows).split(separator: " ").count == 8)
    await isQuiet()
    try await open(everySign())
    try await browser.click("#notable")
    let notable = try await browser.text(Self.rows).split(separator: " ").count
    #expect(notable > 0 && notable < everySign().steps.count)
    await isQuiet()
  }

  @Test func `keys open views and help`() async throws {
    try await open(everythingHangs())
    #expect(try await browser.text(Self.views) == "timeline")
    for (key, view) in [("2", "chain"), ("3", "table"), ("1", "timeline")] {
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
    try await browser.value("document.querySelector('[data-view=table]').focus()")
    try await browser.press("Enter")
    #expect(try await browser.text(Self.views) == "table")
    await isQuiet()
  }

  @Test func `a click on a percentile shows that very run`() async throws {
    try await browser.open(try HTMLDistributionTests.page())
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
    await isQuiet()
  }

  @Test func `compared runs are looked at together`() async throws {
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
    await isQuiet()
  }

  @Test func `a card leads to its scenario, and the way back to the day`() async throws {
    try await browser.open(HTMLDayTests.page())
    #expect(try await browser.text(Self.views) == "day")
    try await browser.click(".card[href='#scenario-2']")
    #expect(try await browser.text(Self.views) == "scenario-2")
    let shown = try await browser.text("document.querySelector('section:not([hidden])').innerText")
    #expect(shown.contains("too late"))
    try await browser.value("history.back()")
    try await browser.wait(for: "document.querySelector('section:not([hidden])').id === 'day'")
    try await browser.press("/")
    try await browser.type("hang")
    #expect(try await count(".card:not([hidden])") == 1)
    await isQuiet()
  }

  @Test func `on a narrow window the labels and the landing stay in view`() async throws {
    try await open(everythingHangs(), width: 390, height: 800)
    let isInView = """
      ['.row .label', '.landing'].map((selector) => document.querySelector(selector).getBoundingClientRect())
        .every((box) => box.left >= 0 && box.right <= innerWidth)
      """
    // Nothing has to be scrolled sideways: a row has its label above its bars.
    let fits = """
      [document.documentElement, document.querySelector('.scroll')].every((part) => part.scrollWidth <= part.clientWidth)
      """
    for condition in [isInView, fits] { #expect(try await browser.value(condition) == true, "\(condition)") }
    // The picture follows the window, and a turn of it is no error of the page.
    let height = "document.querySelector('.picture svg').getBoundingClientRect().height"
    let narrow = try await browser.value(height).number ?? 0
    try await browser.resize(width: 1200, height: 800)
    try await browser.wait(for: "\(height) < \(narrow)")
    await isQuiet()
    // The curves have a narrow form, with all their percentiles.
    try await browser.open(try HTMLDistributionTests.page(), width: 390, height: 800)
    #expect(try await browser.value(fits) == true)
    let isAllInView = """
      [...document.querySelectorAll('.narrow .knot')].map((knot) => knot.getBoundingClientRect())
        .every((box) => box.width > 0 && box.left >= 0 && box.right <= innerWidth)
      """
    #expect(try await count(".narrow .knot") == 5)
    #expect(try await browser.value(isAllInView) == true)
    // Rows without a caption, too.
    for trace in [everySign(), offline()] {
      try await open(trace, width: 390, height: 800)
      #expect(try await browser.value(fits) == true)
      await isQuiet()
    }
  }

  @Test func `on a narrow window no line crosses words`() async throws {
    try await open(everythingHangs(), width: 390, height: 1400)
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
    await isQuiet()
  }

  @Test func `without script everything stands there`() async throws {
    try await browser.openWindow(isScripted: false)
    for html in [Picture(PicturedRun(everythingHangs())).html(), try HTMLDistributionTests.page()] {
      try await browser.show(html)
      #expect(try await count("section[hidden]") == 0)
      #expect(try await browser.value("document.getElementById('tools').hidden") == true)
      #expect(try await count(".row title") > 0)
      await isQuiet()
    }
  }

  @Test func `hostile names are text in every view`() async throws {
    try await browser.openWindow()
    for kind in SampleKind.allCases {
      try await browser.show(try kind.picture(.hostile).html())
      for selector in ["script:not(.rows)", "style"] { #expect(try await count(selector) == 1, "\(kind)") }
      #expect(try await count("img,home,b") == 0)
      #expect(try await browser.text("document.body.textContent").contains("<script>alert("))
      await isQuiet()
    }
  }

  @Test func `the reader's wishes are followed`() async throws {
    try await open(everythingHangs())
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
    #expect(try await browser.text("getComputedStyle(document.getElementById('table')).display") == "block")
    await isQuiet()
  }

  @Test func `a switch's page opens`() async throws {
    try await browser.open(Picture(try sampleSwitch()).html())
    #expect(try await browser.text(Self.views) == "timeline")
    #expect(try await count(".row") > 4)
    try await browser.press("2")
    #expect(try await browser.text(Self.views) == "offline")
    // There is nothing to search.
    try await browser.press("/")
    await isQuiet()
  }
}
