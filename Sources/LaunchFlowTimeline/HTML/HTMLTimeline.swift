import LaunchFlowMachine
import LaunchFlowModel

/// A run as one self-contained page: the picture, what every step did, what the landing waited for, and what it
/// would have saved. It asks for nothing over the network and can be read without script.
public struct HTMLTimeline {
  let chart: TimelineChart
  let options: SVGTimeline.Options

  /// The page; of a partial trace the page so far. A pure function of its arguments.
  public static func text(_ trace: Trace, options: SVGTimeline.Options = SVGTimeline.Options()) -> String {
    let timeline = HTMLTimeline(trace, options)
    let headline = Headline(timeline.chart, notice: options.notice)
    return HTMLPage(title: headline.titleText, sentences: headline.sentences, views: timeline.views()).text()
  }

  private init(_ trace: Trace, _ options: SVGTimeline.Options) {
    self.options = options
    chart = TimelineChart(trace, span: options.span, showsAllSteps: options.showsAllSteps)
  }

  private func views() -> [HTMLPage.View] {
    [
      .init("timeline", "Timeline") { HTMLPicture(chart, options).add(to: &$0) },
      .init("chain", "Critical chain", heading: "What the landing waited for, first to last", addChain),
      .init("graph", "Graph", heading: "Which step waited for which", addGraph),
      .init("blame", "Blame", heading: "Who worked longest", addBlame),
      .init("table", "Table", heading: "All steps", addTable),
    ]
  }
}
