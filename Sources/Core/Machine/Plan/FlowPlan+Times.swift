// How long a step's work may take, in nanoseconds.
extension FlowPlan {
  package func timeout(of step: Int, origin: AttemptOrigin) -> Int64 {
    switch origin {
    case .own: clocks[step].timeout
    case .fallback(let index): fallback(index, of: step).timeout
    }
  }

  /// The longest wait that the retry itself makes after the attempt of this number, counted from a poll's last answer.
  package func retryDelay(of step: Int, after attempt: Int) -> Int64 {
    clocks[step].delay.grown(by: clocks[step].factor, times: attempt - 1, atMost: clocks[step].maxDelay)
  }

  /// The longest wait after the attempt of this number: the retry's own, or one that a server asks for.
  package func longestWait(of step: Int, after attempt: Int) -> Int64 {
    honoursServer(step) ? clocks[step].maxDelay : retryDelay(of: step, after: attempt)
  }

  /// Whether a server may ask for a longer wait than the retry's own.
  package func honoursServer(_ step: Int) -> Bool {
    let classes = ErrorClass.server.bit | ErrorClass.throttled.bit
    return steps[step].kind == .http && clocks[step].maxDelay < .max && clocks[step].attempts > 1
      && clocks[step].retryClasses & classes != 0
  }

  package func pollDelay(of step: Int, after waits: Int32) -> Int64 {
    clocks[step].pollEvery.grown(
      by: clocks[step].pollFactor, times: Int(waits), atMost: clocks[step].pollMaxEvery)
  }

  /// The total time of a step's remote fallbacks, one after another.
  package func remoteFallbackTime(of step: Int) -> Int64 {
    steps[step].fallbacks.reduce(0) { $0.plus(max(0, fallbacks[Int($1)].timeout)) }
  }

  /// The sum of all time-outs over all attempts and remote fallbacks. A polled step or group counts with its deadline.
  package var serialWorstCase: Int64 {
    var sum: Int64 = 0
    var polledEnd = 0
    for (index, (planned, clocks)) in zip(steps, clocks).enumerated() where index >= polledEnd {
      switch planned.kind {
      case .group where clocks.pollEvery >= 0:
        sum = sum.plus(max(0, clocks.deadline))
        polledEnd = Int(planned.end)
      case .http, .action:
        let isBounded = clocks.pollEvery >= 0 && clocks.deadline >= 0
        sum = sum.plus(isBounded ? clocks.deadline : clocks.timeout.times(clocks.mostAttempts))
      case .cache, .value, .group, .wait: break
      }
      sum = sum.plus(remoteFallbackTime(of: index))
    }
    return sum
  }
}

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

extension PlannedClocks {
  /// The largest number of attempts of a step's own work until an answer.
  package var mostAttempts: Int { retryClasses == 0 ? 1 : max(1, Int(attempts)) }
}
