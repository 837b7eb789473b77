import Testing

@testable import LaunchFlowCommand

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("simualte", "simulate"), ("chekc", "check"), ("chck", "check"), ("checks", "check"), ("hepl", "help"),
    ("simulation", "simulate"),
  ])
  func `a near name is suggested`(_ typed: String, _ meant: String) {
    #expect(Suggestion.nearest(to: typed, among: ["check", "simulate", "help"]) == meant)
  }

  @Test(arguments: ["", "x", "graph", "checkerboard", "s"])
  func `a far name is not`(_ typed: String) {
    #expect(Suggestion.nearest(to: typed, among: ["check", "simulate", "help"]) == nil)
  }

  @Test func `the first of equally near names is suggested`() {
    #expect(Suggestion.nearest(to: "stop", among: ["step", "shop"]) == "step")
  }
}
