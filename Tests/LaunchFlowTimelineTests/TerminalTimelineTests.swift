import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTimeline
import Testing

private func render(_ trace: Trace, width: Int = 100, isASCII: Bool = false, isColoured: Bool = false)
  -> String
{
  var options = TextOptions()
  (options.width, options.isASCII, options.isColoured) = (width, isASCII, isColoured)
  return Picture(PicturedRun(trace)).text(options)
}

/// How many columns a text without wide signs takes.
private func columns(_ line: Substring) -> Int {
  line.count
}

/// The text without its escape codes.
func stripped(_ text: String) -> String {
  var result = ""
  var isEscaped = false
  for character in text {
    if character == "\u{1B}" { isEscaped = true }
    if !isEscaped { result.append(character) }
    if isEscaped, character == "m" { isEscaped = false }
  }
  return result
}

@Suite struct TerminalTimelineTests {
  @Test(arguments: Sample.allCases)
  func `fits every width`(sample: Sample) {
    let trace = sample.trace
    for width in Array(stride(from: 60, through: 240, by: 20)) + [40, 50, 61, 73] {
      for isASCII in [false, true] {
        let text = render(trace, width: width, isASCII: isASCII)
        let widest = text.split(separator: "\n").map(columns).max() ?? 0
        #expect(widest <= width)
        #expect(!text.contains("\u{1B}"))
        if isASCII { #expect(text.utf8.allSatisfy { $0 == 10 || (32..<127).contains($0) }) }
        let coloured = render(trace, width: width, isASCII: isASCII, isColoured: true)
        #expect(coloured.contains("\u{1B}[1m") && stripped(coloured) == text)
      }
    }
  }

  @Test func `every part of a run can be drawn`() {
    let whole = everySign()
    for count in 0...whole.events.count {
      var part = whole
      part.events = Array(whole.events.prefix(count))
      let text = render(part, width: 80)
      #expect(text.split(separator: "\n").allSatisfy { columns($0) <= 80 })
      #expect(text.contains("landed on home") == part.events.contains { $0.time >= 5000.ms && $0.isLanding })
    }
  }

  @Test func `broken traces are drawn all the same`() {
    var trace = Trace(
      flow: "\u{1B}[31mred", deadline: .min, serialWorstCase: .min,
      steps: [
        Trace.Step(name: "a\u{202E}b\n", kind: .http, group: 5, needs: [9], deadline: .max),
        Trace.Step(name: "", kind: .group, group: 1),
      ])
    for time in [Int64.min, 0, .max] {
      trace.events += [
        .init(at: time, .stepStarted(step: 0)),
        .init(at: time, .attemptStarted(step: 0, attempt: 1, origin: .own)),
        .init(at: time, .waiting(step: 0, .poll, nanoseconds: .min)), .init(at: time, .offline(domain: "x")),
        .init(at: time, .settled(step: 3, .init(.skipped, reason: .need(step: 8, .failed)))),
      ]
    }
    let text = render(trace, width: 60)
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(TraceJSON.value(trace).object?["flow"]?.string == trace.flow)
  }

  @Test(arguments: [300, 1000])
  func `many steps are folded`(count: Int) {
    let trace = layers(count)
    let folded = render(trace)
    let whole = Picture(PicturedRun(trace), showsAllSteps: true).text()
    let critical = TraceSummary(trace).criticalPath.map { trace.steps[$0].name }
    for name in critical { #expect(folded.contains("\(name) ")) }
    #expect(folded.split(separator: "\n").count < count / 3)
    #expect(whole.split(separator: "\n").count > count)
    #expect(folded.contains("quiet steps"))
  }

  @Test func `values are shown only when handed over`() {
    func render(_ notice: String?) -> String { Picture(PicturedRun(everySign(), notice: notice)).text() }
    #expect(render(nil).contains("${last.message}"))
    #expect(render("Hello Ann").contains("confirm “Hello Ann”"))
    #expect(!render("").contains("confirm"))
  }

  @Test func `wide signs count twice`() {
    var options = TextOptions()
    options.width = 60
    let notice = String(repeating: "你好🎉", count: 20)
    let line = Picture(PicturedRun(offline(), notice: notice)).text(options).split(separator: "\n").first {
      $0.hasPrefix("  “")
    }
    // Blank, quote and ellipsis take 4 of 60 columns: 28 wide signs fit.
    #expect(line?.count == 32)
  }

  @Test func `the axis can be given`() {
    let text = Picture(PicturedRun(everySign()), span: 50_000.ms).text()
    #expect(text.contains("50 s"))
  }
}

extension Trace.Event {
  fileprivate var isLanding: Bool {
    if case .landed = kind { true } else { false }
  }
}
