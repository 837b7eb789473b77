import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowTimeline

@Suite struct LayeredGraphTests {
  private func graph(_ trace: Trace) throws -> LayeredGraph {
    try #require(LayeredGraph(TimelineChart(trace)))
  }

  /// The name of a node of a trace's graph.
  private func name(_ node: Int, _ graph: LayeredGraph, _ trace: Trace) -> String {
    switch graph.nodes[node].subject {
    case .step(let step), .group(let step): trace.steps[step].name
    case .landing: "landing"
    case .bend: "bend"
    }
  }

  /// Every edge as `from > to`, marked where the landing waited along it.
  private func edges(_ trace: Trace) throws -> [String] {
    let graph = try graph(trace)
    return graph.edges.map { edge in
      let ends = [edge.path.first, edge.path.last].compactMap { $0.map { name($0, graph, trace) } }
      return ends.joined(separator: edge.isCritical ? " >> " : " > ")
    }
  }

  @Test func whatWaitedStandsBehind() throws {
    #expect(
      try edges(everythingHangs()) == [
        "hulk-checks >> login", "check-app-update > hulk-checks", "is-verifying-version >> hulk-checks",
        "get-server-address > login", "login >> get-rider-info", "get-rider-info >> landing",
      ])
  }

  @Test(arguments: Sample.allCases)
  func everyEdgeGoesFromLayerToLayer(sample: Sample) throws {
    guard let graph = LayeredGraph(TimelineChart(sample.trace)) else { return }
    for edge in graph.edges {
      for (from, to) in zip(edge.path, edge.path.dropFirst()) {
        #expect(graph.nodes[from].layer + 1 == graph.nodes[to].layer)
      }
      #expect(edge.path.dropFirst().dropLast().allSatisfy { graph.nodes[$0].subject == .bend })
    }
    #expect(graph.nodes.map(\.y).min() == 0)
  }

  @Test(arguments: Sample.allCases)
  func noNodeStandsOnAnother(sample: Sample) throws {
    guard let graph = LayeredGraph(TimelineChart(sample.trace)) else { return }
    for layer in graph.layers {
      for (upper, lower) in zip(layer, layer.dropFirst()) {
        #expect(graph.nodes[lower].y - graph.nodes[upper].y >= 21.9)
        guard graph.nodes[upper].subject != .bend, graph.nodes[lower].subject != .bend else { continue }
        #expect(graph.nodes[lower].y - graph.nodes[upper].y >= 53.9)
      }
    }
  }

  @Test func edgesThatNeedNotCrossDoNot() throws {
    // Two chains whose second steps stand in the other order: drawn straight all the same.
    var script = Script("crossed")
    let first = script.step("a")
    let second = script.step("b")
    _ = script.step("behind-b", needs: [second])
    _ = script.step("behind-a", needs: [first])
    let graph = try graph(script.trace)
    let places = graph.edges.map { $0.path.map { graph.nodes[$0].y } }
    #expect(places.allSatisfy { $0.first == $0.last })
  }

  @Test func aTraceThatGoesInCirclesIsDrawnWithoutThem() throws {
    var script = Script("circle")
    _ = script.step("a", needs: [1])
    _ = script.step("b", needs: [0])
    _ = script.step("c", needs: [1, 7, 2])
    let graph = try graph(script.trace)
    #expect(graph.nodes.count == 3 && graph.edges.isEmpty)
  }

  @Test func tooManyStepsAreNotDrawn() {
    var script = Script("many")
    for index in 0..<400 {
      let step = script.step("s\(index)", needs: index > 0 ? [index - 1] : [])
      script.begin(step, at: Int64(index))
      script.succeed(step, at: Int64(index) + 1)
    }
    script.land(on: "home", at: 400)
    #expect(LayeredGraph(TimelineChart(script.inOrder)) == nil)
    #expect(HTMLTimeline.text(script.inOrder).contains("There are too many steps to draw"))
    #expect(LayeredGraph(TimelineChart(Script("none").trace)) == nil)
  }

  @Test func tooManyEdgesAreNotDrawn() {
    // Each step waits for all before it: a few steps, but edges that pass thousands of places.
    var script = Script("dense")
    for index in 0..<40 { _ = script.step("s\(index)", needs: Array(0..<index)) }
    #expect(LayeredGraph(TimelineChart(script.trace)) == nil)
  }

  @Test(arguments: Sample.allCases)
  func thePictureIsWellFormedAndTheSameEachTime(sample: Sample) {
    guard let picture = SVGGraph(TimelineChart(sample.trace), prefix: "g")?.text() else { return }
    #expect(MarkupReader(picture).flaw == nil)
    #expect(picture == SVGGraph(TimelineChart(sample.trace), prefix: "g")?.text())
    let shown = TimelineChart(sample.trace).rows.compactMap(\.step)
    #expect(picture.ranges(of: "<a href=\"#timeline\"").count == shown.count)
  }

  @Test func hostileNamesStayText() throws {
    let picture = try #require(SVGGraph(TimelineChart(hostileTrace()), prefix: "g")).text()
    let markup = MarkupReader(picture)
    #expect(markup.flaw == nil && !markup.tags.contains("script") && !markup.tags.contains("home"))
  }
}
