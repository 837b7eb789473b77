import Foundation
import LaunchFlowCommand
import LaunchFlowLoopback
import LaunchFlowModel
import LaunchFlowTestClients
import Testing

@testable import LaunchFlowCommand

/// The studio in a real browser, with a real pointer and real keys.
@Suite(
  .enabled(if: Browser.path != nil, "Chromium is not installed, so the studio is not opened in a browser"),
  .serialized, .timeLimit(.minutes(3)))
struct StudioBrowserTests {
  private static let outcome = "document.getElementById('message').textContent"
  private static let isDone =
    "document.querySelector('#proof li') && !document.querySelector('#figures.waiting, #proof.waiting')"

  private func handle(_ name: String) -> String { #"[data-handle="\#(name)"]"# }

  private func value(of handle: String, in browser: Browser) async throws -> String {
    try await browser.text("document.querySelector('\(self.handle(handle))').getAttribute('aria-valuetext')")
  }

  private func open(_ server: StudioServer, _ folder: StudioSample.Folder) async throws -> Browser {
    let browser = try await Browser(width: 1280)
    let scenario = "#flow=\(folder.flow)&scenario=slow"
    try await browser.visit(server.address + scenario)
    try await browser.wait(for: Self.isDone)
    return browser
  }

  @Test func `a drag changes the run, the percentiles and the proof, and is written`() async throws {
    let folder = try StudioSample.Folder()
    let server = try folder.server()
    defer { server.stop() }
    let browser = try await open(server, folder)
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
    #expect(try await value(of: "first.timeout", in: browser) != "2 s")
    #expect(try await browser.text("document.getElementById('figures').innerText").contains("in the file"))
    #expect(folder.text == StudioSample.flow)

    // The same by keys, undone and done again.
    try await browser.value("document.querySelector('\(handle(".deadline"))').focus()")
    try await browser.press("ArrowLeft")
    try await browser.wait(for: "document.querySelector('\(handle(".deadline"))').ariaValueText !== '10 s'")
    let deadline = try await value(of: ".deadline", in: browser)
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
    #expect(written.flow?.steps[0].timeout?.documentText == patchedTimeout(patch))
    #expect(browser.console == [])
    #expect(browser.requests.allSatisfy { $0.hasPrefix("http://127.0.0.1:") || $0 == "data:," })
  }

  private func patchedTimeout(_ patch: String) -> String? {
    let line = patch.split(separator: "\n").first { $0.hasPrefix("+   ") } ?? ""
    return line.firstMatch(of: /"timeout": "([^"]+)"/).map { String($0.1) }
  }

  @Test func `a file that changes on disk is read again, with its diagnostics`() async throws {
    let folder = try StudioSample.Folder()
    let server = try folder.server()
    defer { server.stop() }
    let browser = try await open(server, folder)
    #expect(try await value(of: "first.timeout", in: browser) == "2 s")
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
    #expect(browser.console == [])
  }

  @Test func `a page of another origin is refused`() async throws {
    let folder = try StudioSample.Folder()
    let server = try folder.server()
    defer { server.stop() }
    // Another port is another origin; what it asks for has the token, which it could not know.
    let other = try LoopbackServer()
    defer { other.stop() }
    let page = CannedAnswer(
      headers: [("Content-Type", "text/html")], body: Array("<!DOCTYPE html><title>foreign</title>".utf8))
    other.script("/", Behaviour(.answer(page)))
    let browser = try await Browser(width: 800)
    try await browser.visit(other.address + "/")
    let address = server.address
    let question = String(address.dropLast(server.token.count + 1)) + "ask/documents"
    let script = """
      window.results = [];
      const note = (name) => [(reply) => results.push(`${name} ${reply.status ?? 'loaded'}`),
        () => results.push(`${name} refused`)];
      fetch('\(address)').then(...note('page'));
      fetch('\(question)', { method: 'POST', body: '{}', headers: { 'X-LaunchFlow-Token': '\(server.token)' } })
        .then(...note('question'));
      fetch('\(question)', { method: 'POST', body: '{}', mode: 'no-cors' }).then(...note('blind'));
      const frame = document.createElement('iframe');
      frame.src = '\(address)';
      frame.onload = () => {
        let text = 'shut';
        try { text = frame.contentDocument === null ? 'shut' : 'open'; } catch { text = 'shut'; }
        results.push(`frame ${text}`);
      };
      document.body.append(frame);
      """
    try await browser.value("(() => { \(script) })()")
    try await browser.wait(for: "window.results.length === 4")
    let results = try await browser.text("window.results.sort().join(', ')")
    #expect(results == "blind refused, frame shut, page refused, question refused", "\(results)")
    #expect(folder.text == StudioSample.flow)
  }
}
