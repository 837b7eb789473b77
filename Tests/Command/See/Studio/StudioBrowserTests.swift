import Foundation
import LaunchFlowModel
import LaunchFlowTestClients
import Testing

@testable import LaunchFlowCommand

/// The studio in a real browser, with a real pointer and real keys. All tests use one browser, a window each.
@Suite(
  .enabled(if: Browser.path != nil, "Chromium is not installed, so the studio is not opened in a browser"),
  .serialized, .timeLimit(.minutes(60)))
struct StudioBrowserTests {
  private static let browser = Browser()
  private var browser: Browser { Self.browser }
  private static let outcome = "document.getElementById('message').textContent"
  private static let isDone =
    "document.querySelector('#proof li') && !document.querySelector('#figures.waiting, #proof.waiting')"

  private func handle(_ name: String) -> String { #"[data-handle="\#(name)"]"# }

  private func value(of handle: String) async throws -> String {
    try await browser.text("document.querySelector('\(self.handle(handle))').getAttribute('aria-valuetext')")
  }

  /// Opens the studio on a folder in a new window.
  private func open(
    _ folder: StudioSample.Folder, _ scenario: String = "slow", width: Int = 1280, height: Int = 900,
    isTouched: Bool = false
  ) async throws -> StudioServer {
    let server = try folder.server()
    try await browser.openWindow(width: width, height: height)
    if isTouched { try await browser.offerTouch() }
    try await browser.visit(server.address + "#flow=\(folder.flow)&scenario=\(scenario)")
    try await browser.wait(for: Self.isDone)
    return server
  }

  @Test func `a drag changes the run, the percentiles and the proof, and is written`() async throws {
    let folder = try StudioSample.Folder()
    let server = try await open(folder)
    defer { server.stop() }
    #expect(try await browser.text(Self.outcome).contains("landed on home at 1.5 s"))
    #expect(try await browser.text("document.getElementById('proof').innerText").contains("is at 2s"))

    // The soft deadline of 1 s gives the fallback; its axis ends at 1.5 s, so a drag to the left makes it land earlier.
    let before = try await browser.text("document.getElementById('picture').innerHTML")
    try await browser.drag(handle("first.timeout"), by: -200)
    try await browser.wait(for: "!document.getElementById('write').disabled && \(Self.isDone)")
    let changed = try await browser.text("document.getElementById('picture').innerHTML")
    #expect(before != changed)
    #expect(
      try await browser.text("document.getElementById('picture').textContent").contains("value after timeout")
    )
    #expect(try await value(of: "first.timeout") != "2 s")
    #expect(try await browser.text("document.getElementById('figures').innerText").contains("in the file"))
    #expect(folder.text == StudioSample.flow)

    // The same by keys, undone and done again.
    try await browser.value("document.querySelector('\(handle(".deadline"))').focus()")
    try await browser.press("ArrowLeft")
    try await browser.wait(for: "document.querySelector('\(handle(".deadline"))').ariaValueText !== '10 s'")
    let deadline = try await value(of: ".deadline")
    for (button, text) in [("undo", "10 s"), ("redo", deadline), ("undo", "10 s")] {
      try await browser.click("#\(button)")
      try await browser.wait(
        for: "document.querySelector('\(handle(".deadline"))').ariaValueText === '\(text)'")
    }

    try await browser.click("#write")
    try await browser.wait(for: "document.getElementById('patch').open")
    let patch = try await browser.text("document.getElementById('patch-text').textContent")
    #expect(patch.contains(#"-    "first""#) && patch.contains(#"+    "first""#), "\(patch)")
    #expect(folder.text == StudioSample.flow)
    try await browser.click("#confirm")
    try await browser.wait(for: "document.getElementById('unsaved').hidden")
    #expect(folder.text != StudioSample.flow)
    let settings = try StudioSample.settings(#"{ "flow": "\#(folder.flow)" }"#)
    let world = World(environment: [:], files: SystemFiles(), output: RecordedOutput())
    let written = try EditedFlow(settings, in: try #require(StudioFolder(folder.path, in: world)))
    #expect(try written.flow().steps[0].timeout?.documentText == patchedTimeout(patch))
    #expect(await browser.console == [])
    #expect(await browser.requests.allSatisfy { $0.hasPrefix("http://127.0.0.1:") || $0 == "data:," })
  }

  private func patchedTimeout(_ patch: String) -> String? {
    let line = patch.split(separator: "\n").first { $0.hasPrefix("+   ") } ?? ""
    return line.firstMatch(of: /"timeout": "([^"]+)"/).map { String($0.1) }
  }

  @Test func `a file that changes on disk is read again, with its diagnostics`() async throws {
    let folder = try StudioSample.Folder()
    let server = try await open(folder)
    defer { server.stop() }
    #expect(try await value(of: "first.timeout") == "2 s")
    try Data(StudioSample.flow.replacing(#""2s""#, with: #""4s""#).utf8).write(to: folder.file)
    try await browser.wait(
      for: "document.querySelector('\(handle("first.timeout"))').ariaValueText === '4 s' && \(Self.isDone)")

    try Data(StudioSample.flow.replacing(#""2s""#, with: "2").utf8).write(to: folder.file)
    try await browser.wait(for: "!document.getElementById('errors').hidden")
    let errors = try await browser.text("document.getElementById('errors').textContent")
    #expect(errors.contains("small.json:6:") && errors.contains("^"), "\(errors)")
    // The last sound picture stays, and the page is usable as soon as the file is.
    #expect(try await browser.value("!!document.querySelector('#stage.old svg')") == true)
    try Data(StudioSample.flow.utf8).write(to: folder.file)
    try await browser.wait(for: "document.getElementById('errors').hidden && \(Self.isDone)")
    #expect(await browser.console == [])
  }

  @Test func `an input is given, taken back, and never written`() async throws {
    let folder = try StudioSample.Folder(
      flow: StudioSample.inputFlow, scenarios: StudioSample.inputScenarios)
    let server = try await open(folder, "usual")
    defer { server.stop() }
    let lands = { (words: String) in "\(Self.outcome).includes('landed on \(words)')" }
    let focus = { (id: String) in
      "(() => { const field = document.getElementById('\(id)'); field.focus(); field.select?.(); })()"
    }
    // The keys choose "the flow itself", the last subject.
    try await browser.value(focus("step"))
    try await browser.press("ArrowDown")
    try await browser.wait(for: "document.getElementById('field-input-signed-in')?.value === 'true'")
    let labels = "[...document.querySelectorAll('#fields label')].map((label) => label.textContent).join()"
    #expect(try await browser.text(labels) == "deadline,signed-in,site,level,name,patience")

    try await browser.value(focus("field-input-signed-in"))
    try await browser.press("ArrowDown")
    try await browser.wait(for: lands("login at 0 s"))
    try await browser.click("#undo")
    try await browser.wait(for: lands("home at 2 s"))
    for (input, text, landing) in [
      ("patience", "1s500ms", "home at 1.5 s"), ("name", "Ada = 1", "named at 0 s"),
      ("level", "2.5", "upper at 0 s"),
    ] {
      try await browser.value(focus("field-input-\(input)"))
      try await browser.type(text)
      try await browser.press("Enter")
      try await browser.wait(for: lands(landing))
    }
    #expect(try await browser.value("document.getElementById('write').disabled") == true)
    #expect(try await browser.value("document.getElementById('unsaved').hidden") == true)

    // What is left shows its old value, which a click brings back.
    try await browser.value("document.activeElement.blur()")
    try await browser.wait(for: "document.querySelectorAll('#fields .was').length === 3")
    let was = "[...document.querySelectorAll('#fields .was')].map((button) => button.textContent).join()"
    #expect(try await browser.text(was) == "was 1,was empty,was 2s")
    for (landing, left) in [("named at 0 s", 2), ("home at 1.5 s", 1), ("home at 2 s", 0)] {
      try await browser.click("#fields .was")
      try await browser.wait(
        for: "\(lands(landing)) && document.querySelectorAll('#fields .was').length === \(left)")
    }

    // A text of another type is not played; a time out of range is refused by the server.
    try await browser.value(focus("field-input-patience"))
    try await browser.type("soon")
    try await browser.press("Enter")
    try await browser.wait(for: "document.querySelector('#fields input:invalid')")
    #expect(try await browser.text(Self.outcome) == "Write a duration such as 1m30s or 250ms.")
    try await browser.value(focus("field-input-patience"))
    try await browser.type("9s")
    try await browser.press("Enter")
    try await browser.wait(for: "\(Self.outcome).includes('takes a duration from 500ms to 4s, not')")
    #expect(try await browser.value("!document.querySelector('#fields input:invalid')") == true)
    #expect(folder.text == StudioSample.inputFlow)
    #expect(await browser.console.allSatisfy { $0.contains("422") })
  }

  /// A narrow screen, so that the timeline is wider than it.
  @Test func `a finger on a handle drags it, and beside it scrolls`() async throws {
    let folder = try StudioSample.Folder()
    let server = try await open(folder, width: 400, height: 700, isTouched: true)
    defer { server.stop() }
    let scrolled = "document.querySelector('.scroll').scrollLeft"
    #expect(try await browser.value("matchMedia('(pointer: coarse)').matches") == true)

    let soft = handle("second.useFallbackAfter")
    var end = (value: "1 s", hasScrolled: false)
    // A busy browser ends a touch that the page answers late, as the system may; then the old value is back.
    for _ in 0..<8 where end.value == "1 s" { end = try await dragByTwoFingers(soft) }
    #expect(end.value.hasSuffix(" ms") && !end.hasScrolled, "\(end)")
    try await browser.click("#undo")
    try await browser.wait(for: "document.querySelector('\(soft)').ariaValueText === '1 s' && \(Self.isDone)")
    #expect(try await browser.value("document.getElementById('undo').disabled") == true)

    // A gesture that the system takes over changes nothing.
    try await browser.dragByFinger(from: try await browser.centre(soft), by: (-60, 0), isLifted: false)
    _ = try await browser.comes(true: "document.querySelector('\(soft).dragged')")
    try await browser.touch("touchCancel", [])
    try await browser.wait(
      for:
        "document.querySelector('\(soft)').ariaValueText === '1 s' && !document.querySelector('.dragged') && \(Self.isDone)"
    )
    #expect(try await browser.value("document.getElementById('undo').disabled") == true)

    // Last, since the page glides on after the finger has left it.
    let row = try await browser.centre("#picture .row .hit")
    let old = try await browser.value(scrolled).number ?? 0
    try await browser.dragByFinger(from: (200, row.y), by: (old > 200 ? 120 : -120, 0))
    try await browser.wait(for: "Math.abs(\(scrolled) - \(old)) > 60")
    #expect(try await value(of: "first.timeout") == "2 s")
    #expect(await browser.console == [])
  }

  /// Drags a handle with one finger while a second one pulls the other way: its value, and whether the page moved.
  private func dragByTwoFingers(
    _ handle: String
  ) async throws -> (value: String, hasScrolled: Bool) {
    let scrolled = "[document.querySelector('.scroll').scrollLeft, scrollY]"
    let start = try await browser.centre(handle)
    // A scroll by the finger would cancel the drag.
    let before = try await browser.value(scrolled)
    let place = try await browser.dragByFinger(from: start, by: (-60, 30), isLifted: false)
    let isDragged = try await browser.comes(
      true: "document.querySelector('\(handle).dragged') && \(Self.isDone)")
    let hasScrolled = try await browser.value(scrolled) != before
    if isDragged {
      try await browser.value(
        "document.querySelector('\(handle)').addEventListener('pointerdown', () => { window.hasSecond = true; })"
      )
      let second = try await browser.centre(handle)
      try await browser.touch("touchStart", [place, second])
      _ = try await browser.comes(true: "window.hasSecond")
      try await browser.touch("touchMove", [place, (second.x + 90, second.y)])
      try await browser.touch("touchEnd", [])
    } else {
      try await browser.touch("touchCancel", [])
    }
    try await browser.wait(for: "!document.querySelector('.dragged') && \(Self.isDone)")
    return (try await browser.text("document.querySelector('\(handle)').ariaValueText"), hasScrolled)
  }
}
