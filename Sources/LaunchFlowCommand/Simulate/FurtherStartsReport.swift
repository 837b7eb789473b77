import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Tells what the further starts of a run did.
struct FurtherStartsReport {
  /// The run of the first start, with the others in it.
  let first: SimulatedRun

  /// A heading for each start; under it the picture of the run that it began, if any.
  func text(_ picture: (SimulatedRun) -> String) -> String {
    first.starts.map { start in
      let ending = start.run.map { ":\n" + picture($0) } ?? "\n"
      return "\nstart after \(time(start)): " + sentence(start) + ending
    }.joined()
  }

  /// An entry for each start, in the form of the runs' JSON.
  func json(_ run: (SimulatedRun) -> JSONValue) -> JSONValue {
    .array(
      first.starts.map { start in
        [
          "at": .integer(start.time.nanoseconds), "is": .string(start.outcome.rawValue),
          "holds": start.holds.map { .integer(Int64($0)) } ?? .null,
          "run": start.run.map(run) ?? .null,
        ]
      })
  }

  /// A card for each start of a page, the first one included.
  func cards(_ picture: (SimulatedRun) -> PicturedRun) -> [Picture.Played] {
    let own = Picture.Played("first start", summary: nil, .run(picture(first)))
    return [own]
      + first.starts.map { start in
        Picture.Played(
          "start after \(time(start))", summary: sentence(start),
          start.run.map { .run(picture($0)) } ?? .words(sentence(start)))
      }
  }

  private func sentence(_ start: SimulatedStart) -> String {
    switch start.outcome {
    case .begin: "begins a run of its own"
    case .join: "joins \(name(start.holds)), which \(landing(start))"
    case .replace: "cancels the equal run under way and begins its own"
    case .refuse: "is refused, since an equal run is under way"
    }
  }

  private func name(_ start: Int?) -> String {
    guard let start, start > 0 else { return "the first run" }
    return "the run that began after \(time(first.starts[start - 1]))"
  }

  private func landing(_ start: SimulatedStart) -> String {
    guard let run = first.run(heldBy: start), case let summary = TraceSummary(run.trace),
      let landing = summary.landing, let landed = summary.landedAt
    else { return "does not land" }
    return "lands on \(landing.page) after \(TimeText.exact(landed))"
  }

  private func time(_ start: SimulatedStart) -> String { TimeText.exact(start.time.nanoseconds) }
}
