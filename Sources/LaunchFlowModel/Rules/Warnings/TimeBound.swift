/// A deadline that binds a step, and where it stands.
struct TimeBound {
  var duration: Duration
  /// Whose deadline it is, in words.
  var owner: String
  var path: JSONPointer

  var note: Diagnostic.Note { Diagnostic.Note("\(owner) stands here", at: Place(path)) }
}

extension FlowIndex {
  /// The shortest deadline that binds a step from without: its groups', and the flow's unless the step goes on
  /// after the landing.
  func outerBound(of step: Int, _ uses: FlowUses) -> TimeBound? {
    var shortest: TimeBound?
    var endsAtLanding = !uses.isInTail[step]
    if entries[step].step.afterLanding == .continue { endsAtLanding = false }
    for group in groups(of: step) {
      let document = entries[group].step
      if document.afterLanding == .continue { endsAtLanding = false }
      if let deadline = document.deadline, deadline < shortest?.duration ?? .longestInDocuments {
        shortest = TimeBound(
          duration: deadline, owner: "the deadline of its group \"\(document.name)\"",
          path: path(of: group) / "deadline")
      }
    }
    if endsAtLanding, flow.deadline < shortest?.duration ?? .longestInDocuments {
      shortest = TimeBound(
        duration: flow.deadline, owner: "the flow's deadline", path: JSONPointer(tokens: ["deadline"]))
    }
    return shortest
  }

  /// The shortest deadline that binds a step's own work, its own included.
  func bound(of step: Int, _ uses: FlowUses) -> TimeBound? {
    let outer = outerBound(of: step, uses)
    guard let own = entries[step].step.deadline, own <= outer?.duration ?? own else { return outer }
    return TimeBound(duration: own, owner: "its deadline", path: path(of: step) / "deadline")
  }
}
