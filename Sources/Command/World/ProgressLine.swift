/// A line of progress on a terminal, overwritten in place. Without a terminal nothing is written.
struct ProgressLine {
  private let world: World
  private let isShown: Bool

  init(in world: World) {
    self.world = world
    isShown = world.output.isTerminal(.diagnostics) && world.environment["TERM"] != "dumb"
  }

  func show(_ text: @autoclosure () -> String) {
    if isShown { world.output.write("\r\u{1B}[K" + text(), to: .diagnostics) }
  }

  func show(_ done: Int, of runs: Int) {
    let percent = Int((Double(done) / Double(max(1, runs)) * 100).rounded(.down))
    show("\(done) of \(runs) runs, \(percent) %")
  }

  func end() {
    show("")
  }
}
