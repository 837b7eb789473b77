import LaunchFlowMachine
import LaunchFlowModel

/// Requires that each part of the flow was reached, or proved to be dead.
enum UnfinishedSearch: ProvedRule {
  /// The most parts to name.
  private static let mostNotes = 5

  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic] {
    guard let reason = flow.unfinished, !flow.landsAtOnce else { return [] }
    let places = PartPlaces(flow, flow.undecided)
    let notes = flow.undecided.compactMap { part in
      places.place(of: part).map { Diagnostic.Note("no run was found that " + what(part), at: $0) }
    }
    guard !notes.isEmpty || !flow.isRehearsed else { return [] }
    return [
      Diagnostic(
        .unfinishedSearch,
        flow.isRehearsed
          ? "not every run of this flow was explored, because \(reason); some parts may be unreachable"
          : "the runs of this flow were not explored, because \(reason)",
        at: Place(JSONPointer(tokens: ["flow"])),
        advice: flow.isRehearsed
          ? "\"launchflow verify\" plays more runs; or check these parts by hand, and say so: "
            + "\"ignore\": { \"LF059\": \"the reason\" }"
          : "change it, so that unreachable parts are found",
        notes: notes.count <= mostNotes
          ? notes
          : notes.prefix(mostNotes - 1) + [
            Diagnostic.Note("and \(notes.count - mostNotes + 1) more", at: notes[mostNotes - 1].place)
          ])
    ]
  }

  private static func what(_ part: Verification.Unreachable) -> String {
    switch part {
    case .rule(_, let page), .page(let page): "lands on \"\(page)\" by this rule"
    case .step(let step): "starts \"\(step)\""
    case .result(let step, let name): "reaches \"\(name)\" of \"\(step)\""
    case .fallback(let step, _): "uses this fallback of \"\(step)\""
    case .retry(let step, let number): "reaches attempt \(number) of \"\(step)\""
    }
  }
}
