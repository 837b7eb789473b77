/// How far many runs have come, as one line on a terminal; nothing where nobody looks.
struct RunProgress {
  private let world: World
  private let isShown: Bool

  init(_ given: Given, in world: World) {
    self.world = world
    isShown = world.output.isTerminal(.diagnostics) && world.environment["TERM"] != "dumb"
  }

  /// Writes the line again.
  func show(_ done: Int, of runs: Int) {
    guard isShown else { return }
    let percent = Int((Double(done) / Double(max(1, runs)) * 100).rounded(.down))
    world.output.write("\r\(done) of \(runs) runs, \(percent) %", to: .diagnostics)
  }

  /// Takes the line away.
  func end() {
    if isShown { world.output.write("\r\u{1B}[K", to: .diagnostics) }
  }
}
