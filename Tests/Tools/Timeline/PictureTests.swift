import LaunchFlowTestFlows
import LaunchFlowTraces
import Testing

@testable import LaunchFlowTimeline

/// What every picture keeps, whatever it shows.
@Suite struct PictureTests {
  /// A run alone, a run beside another one, or what is made of a document with plain or hostile names.
  enum Kind: Sendable, CaseIterable, CustomTestStringConvertible {
    case run(Sample), pair(Sample), plain(SampleKind), hostile(SampleKind)

    static var allCases: [Kind] {
      Sample.allCases.map(run) + Sample.allCases.map(pair) + SampleKind.allCases.map(plain)
        + SampleKind.allCases.map(hostile)
    }

    func picture() throws -> Picture {
      switch self {
      case .run(let sample): Picture(PicturedRun(sample.trace))
      case .pair(let sample): Picture(comparing: PicturedRun(everySign()), PicturedRun(sample.trace))
      case .plain(let kind): try kind.picture(.plain)
      case .hostile(let kind): try kind.picture(.hostile)
      }
    }

    var testDescription: String { "\(self)" }
  }

  @Test(arguments: Kind.allCases)
  func `markup is well formed and asks for nothing`(kind: Kind) throws {
    let (svg, page) = (try kind.picture().svg(), try kind.picture().html())
    for markup in [MarkupReader(svg), MarkupReader(page)] {
      #expect(markup.flaw == nil)
      for tag in ["link", "img", "iframe", "object", "base", "b"] {
        #expect(!markup.tags.contains(tag), "\(tag)")
      }
    }
    #expect(MarkupReader(svg).tags.first == "svg" && !MarkupReader(svg).tags.contains("script"))
    // The only address is the name of the drawing's format.
    #expect(svg.ranges(of: "http").count == 1 && !page.contains("://"))
    #expect(!page.contains(" style=") && !page.contains(" onclick="))
    #expect(page.ranges(of: "<script>").count == 1 && page.ranges(of: "<style>").count == 1)
    #expect(!(svg + page).unicodeScalars.contains(where: commands))
    #expect(try svg == kind.picture().svg() && page == kind.picture().html())
  }

  @Test(arguments: Kind.allCases)
  func `text fits every width`(kind: Kind) throws {
    let picture = try kind.picture()
    for width in [40, 50, 60, 61, 73, 80, 100, 140, 240] {
      for isASCII in [false, true] {
        var options = TextOptions()
        (options.width, options.isASCII) = (width, isASCII)
        let text = picture.text(options)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(width): \(text)")
        #expect(!isASCII || text.utf8.allSatisfy { $0 < 128 })
        #expect(!text.unicodeScalars.contains(where: commands))
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::error") })
        // With colours only their codes are added.
        options.isColoured = true
        #expect(Self.stripped(picture.text(options)) == text)
      }
    }
  }

  @Test func `every part of a run can be drawn`() {
    for count in 0...everySign().events.count {
      var part = everySign()
      part.events = Array(part.events.prefix(count))
      let picture = Picture(PicturedRun(part))
      #expect(picture.text().contains("landed on home") == (TraceSummary(part).landing != nil))
      for markup in [picture.svg(), picture.html()] { #expect(MarkupReader(markup).flaw == nil) }
    }
  }

  /// Whether a scalar can command a terminal or turn the direction of a line; line ends apart.
  private func commands(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n"
    case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
    case .lineSeparator, .paragraphSeparator, .privateUse: true
    default: false
    }
  }

  /// The text without its escape codes.
  private static func stripped(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if character == "\u{1B}" { isEscaped = true }
      if !isEscaped { result.append(character) }
      if isEscaped, character == "m" { isEscaped = false }
    }
    return result
  }
}

/// Nothing that a name holds reaches a terminal or a page as anything but text.
@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\nb\tc", "a b c"), ("\u{1B}[31m", "\\u{1b}[31m"), ("\u{9B}2J", "\\u{9b}2J"),
    ("\u{0}\u{7F}", "\\u{0}\\u{7f}"), ("a\u{202E}b\u{2066}", "a\\u{202e}b\\u{2066}"),
    ("\u{2028}", "\\u{2028}"), ("\u{E000}", "\\u{e000}"), ("👩\u{200D}🚒 日本", "👩\u{200D}🚒 日本"),
    ("\u{E0041}", "\\u{e0041}"), ("\u{200E}x", "\\u{200e}x"),
  ])
  func controlsAreWrittenOut(text: String, visible: String) {
    #expect(text.visible() == visible)
    #expect(visible.visible() == visible)
  }

  @Test(arguments: [("1.5 µs", "1.5 us"), ("4× · “a” …", "4x - \"a\" .."), ("日本", "??"), ("a → b", "a -> b")])
  func `what is ours is spelt in ASCII`(text: String, ascii: String) {
    #expect(text.visible(ascii: true) == ascii)
  }
}
