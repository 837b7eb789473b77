import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTimeline
import Testing

private func render(_ trace: Trace, _ change: (inout TerminalTimeline.Options) -> Void) -> String {
  var options = TerminalTimeline.Options()
  change(&options)
  return TerminalTimeline.text(trace, options: options)
}

/// How many columns a text without wide signs takes.
private func columns(_ line: Substring) -> Int {
  line.count
}

/// The text without its escape codes.
private func stripped(_ text: String) -> String {
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
  func fitsEveryWidth(sample: Sample) {
    let trace = sample.trace
    for width in Array(stride(from: 60, through: 240, by: 20)) + [40, 50, 61, 73] {
      for isASCII in [false, true] {
        let text = render(trace) {
          $0.width = width
          $0.isASCII = isASCII
        }
        let widest = text.split(separator: "\n").map(columns).max() ?? 0
        #expect(widest <= width)
        #expect(!text.contains("\u{1B}"))
        if isASCII { #expect(text.utf8.allSatisfy { $0 == 10 || (32..<127).contains($0) }) }
        let coloured = render(trace) {
          $0.width = width
          $0.isASCII = isASCII
          $0.isColoured = true
        }
        #expect(coloured.contains("\u{1B}[1m") && stripped(coloured) == text)
      }
    }
  }

  @Test func everyPartOfARunCanBeDrawn() {
    let whole = everySign()
    for count in 0...whole.events.count {
      var part = whole
      part.events = Array(whole.events.prefix(count))
      let text = render(part) { $0.width = 80 }
      #expect(text.split(separator: "\n").allSatisfy { columns($0) <= 80 })
      #expect(text.contains("landed on home") == part.events.contains { $0.time >= 5000.ms && $0.isLanding })
    }
  }

  @Test func brokenTracesAreDrawnAllTheSame() {
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
    let text = render(trace) { $0.width = 60 }
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(TraceJSON.value(trace).object?["flow"]?.string == trace.flow)
  }

  @Test(arguments: [300, 1000])
  func manyStepsAreFolded(count: Int) {
    let trace = layers(count)
    let folded = render(trace) { $0.width = 100 }
    let whole = render(trace) {
      $0.width = 100
      $0.showsAllSteps = true
    }
    let critical = TraceSummary(trace).criticalPath.map { trace.steps[$0].name }
    for name in critical { #expect(folded.contains("\(name) ")) }
    #expect(folded.split(separator: "\n").count < count / 3)
    #expect(whole.split(separator: "\n").count > count)
    #expect(folded.contains("quiet steps"))
  }

  @Test func valuesAreShownOnlyWhenHandedOver() {
    #expect(render(everySign()) { _ in }.contains("${last.message}"))
    #expect(render(everySign()) { $0.notice = "Hello Ann" }.contains("confirm \"Hello Ann\""))
    #expect(!render(everySign()) { $0.notice = "" }.contains("confirm"))
  }

  @Test func wideSignsCountTwice() {
    let line = render(offline()) {
      $0.width = 60
      $0.notice = String(repeating: "你好🎉", count: 20)
    }.split(separator: "\n").first { $0.hasPrefix("toast") }
    // The word and the quotes take 8 of 58 columns, the ellipsis one: 24 wide signs fit.
    #expect(line?.count == 33)
  }

  @Test func theAxisCanBeGiven() {
    let text = render(everySign()) { $0.span = 100_000.ms }
    #expect(text.contains("100 s"))
  }
}

extension Trace.Event {
  fileprivate var isLanding: Bool {
    if case .landed = kind { true } else { false }
  }
}
