import LaunchFlowMachine
import LaunchFlowTestClients
import Testing

@testable import LaunchFlowTimeline

/// Zooming and searching.
extension BrowserTests {
  private static let window =
    "document.querySelector('.whole').hidden ? '' : document.querySelector('.whole').title"
  private static let place = """
    (() => { const box = document.querySelector('section:not([hidden]) .picture svg').getBoundingClientRect(); \
    return [box.x, box.y]; })()
    """
  private static let shown = "document.querySelectorAll('section:not([hidden]) .row:not(.hidden)').length"

  @Test func `drag, wheel and keys zoom the axis`() async throws {
    try await open(everythingHangs())
    let place = try await browser.value(Self.place).array?.compactMap(\.number) ?? []
    try #require(place.count == 2)
    let (x, y) = (place[0], place[1])
    #expect(try await browser.text(Self.window) == "")
    try await browser.press("+")
    let first = try await browser.text(Self.window)
    #expect(first.hasPrefix("shown: "))
    try await browser.press("Escape")
    #expect(try await browser.text(Self.window) == "")
    // A drag over the bars shows that part, and no row was clicked.
    try await browser.drag(from: (x + 400, y + 120), to: (x + 600, y + 125))
    let dragged = try await browser.text(Self.window)
    #expect(dragged.hasPrefix("shown: ") && dragged != first)
    try await browser.press("0")
    // Over the bars the wheel scrolls the page; over the axis it zooms.
    try await browser.wheel(at: (x + 500, y + 120), by: 50)
    #expect(try await browser.text(Self.window) == "")
    try await browser.wheel(at: (x + 500, y + 12), by: -200)
    #expect(try await browser.text(Self.window).hasPrefix("shown: "))
    try await browser.click(".whole")
    #expect(try await browser.text(Self.window) == "")
    await isQuiet()
  }

  @Test func `a search among many steps shows those that it finds`() async throws {
    try await open(layers(300))
    let rows = try await browser.value(Self.shown).number ?? 0
    #expect(rows >= 300)
    try await browser.press("/")
    try await browser.type("step-11")
    let names = try await browser.text(
      "[...document.querySelectorAll('.row:not(.hidden)')].map((row) => row.row.name).join(' ')")
    #expect(names.split(separator: " ").allSatisfy { $0.hasPrefix("step-11") })
    #expect(names.split(separator: " ").count == 11)
    try await browser.press("Escape")
    #expect(try await browser.value(Self.shown).number == rows)
    // The arrows of the critical path stay when other rows are hidden.
    let arrows = "document.querySelectorAll('.chains .chain').length"
    let all = try await browser.value(arrows).number ?? 0
    try await browser.click("#notable")
    #expect(try await browser.value(arrows).number == all && all > 1)
    await isQuiet()
  }
}
