import LaunchFlowModel

// Times that an input gives.
extension FlowPlan {
  /// The plan of a run with these inputs, in file order: times that inputs give count as if they were written out.
  /// Steps keep their numbers.
  package func given(_ inputs: [JSONValue]) -> FlowPlan {
    guard flow.hasTimeInputs else { return self }
    var times: [String: Duration] = [:]
    for (input, value) in zip(flow.inputs, inputs) { times[input.name] = input.time(of: value) }
    return given(times)
  }

  package func given(_ times: [String: Duration]) -> FlowPlan { FlowPlan(unchecked: flow.given(times)) }
}
