/// The picture of a run, of many runs, or of a switch, for every medium. All results are pure functions of the
/// picture and the arguments.
package struct Picture: Sendable {
  private let content: any PictureContent

  init(_ content: any PictureContent) { self.content = content }

  /// The picture for a terminal, with a line end after each line.
  package func text(_ options: TextOptions = TextOptions()) -> String {
    CharacterCanvas(options).text([.sentences(content.headline)] + content.summary)
  }

  /// The picture as one SVG document that follows the reader's light or dark colours.
  ///
  /// - Parameter width: In pixels, from 480 to 4,000.
  package func svg(width: Int = width) -> String {
    VectorCanvas(width: Double(min(4000, max(480, width)))).document(
      content.title, content.sentences, content.drawing)
  }

  /// The style sheet of pages, for other pages with the same look.
  package static let pageStyle = HTMLPage.style

  /// The title and the sentences beneath it.
  package var lines: [String] { ([content.title] + content.sentences).map(\.text) }

  /// The axis of the first timeline in ``svg(width:)``, for handles laid over it: moments in nanoseconds and
  /// their places in pixels, the start and the end. The axis is linear between them. Nil without a timeline.
  package var axis: [(time: Int64, x: Double)]? {
    let canvas = VectorCanvas()
    let scenes = content.drawing.scenes
    guard let scene = scenes.first else { return nil }
    let timeline = VectorTimeline(scene, bars: VectorTimeline.bars(scenes, on: canvas), on: canvas)
    return [0, scene.span].map { ($0, timeline.x($0)) }
  }

  /// The width of ``svg(width:)``, in pixels.
  package static let width = 1040

  /// The picture as one self-contained page, which loads nothing over the network and is readable without script.
  package func html() -> String {
    HTMLPage(
      title: content.title, sentences: content.sentences + content.about, views: content.views
    ).text()
  }
}

/// A picture's content, independent of the medium.
protocol PictureContent: Sendable {
  var title: Sentence { get }
  /// The sentences beneath the title, the most important one first.
  var sentences: [Sentence] { get }
  /// The author's text about the flow; for pages, beneath the sentences.
  var about: [Sentence] { get }
  /// The first lines in a terminal.
  var headline: [Sentence] { get }
  var views: [HTMLPage.View] { get }
  /// The blocks for a terminal.
  var summary: [Block] { get }
  /// The blocks for one drawing.
  var drawing: [Block] { get }
}

extension PictureContent {
  var about: [Sentence] { [] }
  var headline: [Sentence] { [title] + sentences }
  var drawing: [Block] { summary }
}
