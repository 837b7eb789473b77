import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowTimeline

@Suite struct LayeredLayoutTests {
  private func graph(_ trace: Trace) throws -> LayeredLayout {
    try #require(LayeredLayout(Graph(RunChart(trace))))
  }

  /// Every edge as `from > to`; `>>` is on the critical path.
  private func edges(_ trace: Trace) -> [String] {
    let graph = Graph(RunChart(trace))
    return graph.edges.map { edge in
      let labels = [edge.from, edge.to].map {
        graph.nodes[$0].kind == .landing ? "landing" : graph.nodes[$0].label
      }
      return labels.joined(separator: edge.isCritical ? " >> " : " > ")
    }
  }

  @Test func `what waited stands behind`() {
    #expect(
      edges(everythingHangs()) == [
        "hulk-checks >> login", "check-app-update > hulk-checks", "is-verifying-version >> hulk-checks",
        "get-server-address > login", "login >> get-rider-info", "get-rider-info >> landing",
      ])
  }

  @Test(arguments: Sample.allCases)
  func `edges go from layer to layer, and no node stands on another`(sample: Sample) throws {
    guard let graph = LayeredLayout(Graph(RunChart(sample.trace))) else { return }
    for edge in graph.edges {
      let layers = edge.path.map { graph.nodes[$0].layer }
      #expect(layers == Array(layers[0]..<layers[0] + layers.count))
      #expect(edge.path.dropFirst().dropLast().allSatisfy { graph.nodes[$0].subject == nil })
    }
    #expect(graph.nodes.map(\.y).min() == 0)
    for layer in graph.layers {
      for (upper, lower) in zip(layer, layer.dropFirst()) {
        let room = graph.nodes[lower].room + graph.nodes[upper].room
        #expect(graph.nodes[lower].y - graph.nodes[upper].y >= room - 0.1)
      }
    }
  }

  @Test func `edges that need not cross do not`() throws {
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

  @Test func `a trace that goes in circles is drawn without them`() throws {
    var script = Script("circle")
    _ = script.step("a", needs: [1])
    _ = script.step("b", needs: [0])
    _ = script.step("c", needs: [1, 7, 2])
    let graph = try graph(script.trace)
    #expect(graph.nodes.count == 3 && graph.edges.isEmpty)
  }

  @Test func `too many steps are not drawn`() {
    var script = Script("many")
    for index in 0..<400 {
      let step = script.step("s\(index)", needs: index > 0 ? [index - 1] : [])
      script.begin(step, at: Int64(index))
      script.succeed(step, at: Int64(index) + 1)
    }
    script.land(on: "home", at: 400)
    #expect(LayeredLayout(Graph(RunChart(script.inOrder))) == nil)
    #expect(Picture(PicturedRun(script.inOrder)).html().contains("There are too many steps to draw"))
    #expect(LayeredLayout(Graph(RunChart(Script("none").trace))) == nil)
  }

  @Test func `too many edges are not drawn`() {
    // Each step waits for all before it: a few steps, but edges that pass thousands of places.
    var script = Script("dense")
    for index in 0..<40 { _ = script.step("s\(index)", needs: Array(0..<index)) }
    #expect(LayeredLayout(Graph(RunChart(script.trace))) == nil)
  }

  @Test(arguments: Sample.allCases)
  func `every row has a box that leads to it`(sample: Sample) {
    let chart = RunChart(sample.trace)
    guard let drawing = VectorGraph(Graph(chart))?.drawing() else { return }
    let picture = VectorCanvas().element(drawing, "lf graph", label: "graph")
    #expect(picture.ranges(of: "<a href=\"#timeline\"").count == chart.rows.compactMap(\.step).count)
  }
}
