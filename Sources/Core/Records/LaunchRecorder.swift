import LaunchFlowMachine

/// Builds a record from a trace's events, one at a time, in limited memory.
package struct LaunchRecorder: Sendable {
  /// The record so far. Open attempts count as cancelled at its end.
  package var record: LaunchRecord {
    var record = base
    for step in order {
      var attempts = steps[step].attempts
      for place in steps[step].open { attempts[place].took = max(0, record.end - attempts[place].start) }
      record.steps.append(LaunchRecord.Step(names[step], attempts))
    }
    return record
  }

  private var base: LaunchRecord
  private let names: [String]
  /// By step: the time-out of its own attempts.
  private let timeouts: [Int64?]
  private var steps: [OpenStep]
  /// The steps by their first attempts.
  private var order: [Int] = []
  private var kept = 0
  /// The domains that are offline; nil for the whole app.
  private var offline: Set<String?> = []
  /// The newest event from outside; nil before the first. Timers have no events.
  private var newestInput: (time: Int64, step: Int?)?

  private struct OpenStep: Sendable {
    var attempts: [LaunchRecord.Attempt] = []
    /// The places of attempts that have not ended.
    var open: Set<Int> = []
    /// The indices of its remote fallbacks that were tried, in order.
    var fallbacks: [Int] = []
    /// The beginning of the wait before its next attempt, its longest time, and the place of the attempt before it.
    var wait: (start: Int64, longest: Int64, attempt: Int)?
  }

  /// - Parameters:
  ///   - trace: The run's flow and its steps; its events are not read.
  ///   - start: The facts that are known before the launch begins.
  package init(_ trace: Trace, _ start: LaunchRecord) {
    base = start
    base.precision = 1
    names = trace.steps.map(\.name)
    timeouts = trace.steps.map(\.timeout)
    steps = trace.steps.map { _ in OpenStep() }
  }

  package mutating func addSleep(_ nanoseconds: Int64) {
    base.slept = (base.slept ?? 0) + nanoseconds
  }

  package mutating func add(_ event: Trace.Event) {
    base.end = max(base.end, event.time)
    switch event.kind {
    case .started:
      base.facts = event.facts
      for case .offline(let domain) in event.facts { offline.insert(domain) }
    case .attemptStarted(let step, let attempt, let origin):
      if event.cause != .softDeadline { endWait(step, isCut: origin != .own, at: event.time) }
      begin(step, attempt, origin, at: event.time)
    case .attemptEnded(let step, let attempt, let end): finish(step, attempt, end, event)
    case .waiting(let step, .retry, let longest), .waiting(let step, .retryAfter, let longest):
      wait(step, atMost: longest)
    case .offline(let domain): change(domain, isOffline: true, at: event.time)
    case .online(let domain): change(domain, isOffline: false, at: event.time)
    case .signalled(let name, let result):
      newestInput = (event.time, nil)
      base.signals.append(LaunchRecord.Signal(name: name, time: event.time, result: result))
    case .cancelled:
      base.cancelled = event.time
      newestInput = (event.time, nil)
    case .landed(let landing):
      base.landing = LaunchRecord.Landing(
        page: landing.page, time: event.time, isDegraded: landing.isDegraded,
        isCancelled: landing.isCancelled)
    case .queued, .stepStarted, .progressed, .abandoned, .abandonedEnded, .waiting, .lateWork, .stored,
      .settled, .finished:
      break
    }
  }

  private mutating func change(_ domain: String?, isOffline: Bool, at time: Int64) {
    if isOffline { offline.insert(domain) } else { offline.remove(domain) }
    newestInput = (time, nil)
    guard base.switches.count < LaunchRecord.mostAttempts else { return base.leftOut += 1 }
    base.switches.append(LaunchRecord.SwitchChange(time: time, domain: domain, isOffline: isOffline))
  }

  private mutating func begin(_ step: Int, _ number: Int, _ origin: AttemptOrigin, at time: Int64) {
    guard steps.indices.contains(step) else { return }
    // A missing attempt ends the list, since later ones would get its number.
    guard kept < LaunchRecord.mostAttempts, number == steps[step].attempts.count + 1 else {
      return base.leftOut += 1
    }
    var attempt = LaunchRecord.Attempt(start: time, took: 0, .cancelled)
    if case .fallback(let index) = origin {
      // Remote fallbacks are tried in order, so the position among the tried ones is the number.
      if !steps[step].fallbacks.contains(index) { steps[step].fallbacks.append(index) }
      attempt.fallback = steps[step].fallbacks.firstIndex(of: index)
    }
    if steps[step].attempts.isEmpty { order.append(step) }
    steps[step].open.insert(steps[step].attempts.count)
    steps[step].attempts.append(attempt)
    kept += 1
  }

  private mutating func finish(_ step: Int, _ number: Int, _ end: Trace.AttemptEnd, _ event: Trace.Event) {
    let place = number - 1
    guard steps.indices.contains(step), steps[step].open.remove(place) != nil else { return }
    var attempt = steps[step].attempts[place]
    attempt.took = max(0, event.time - attempt.start)
    attempt.end = self.end(end, of: step, after: attempt)
    if !attempt.end.isCensored {
      newestInput = (event.time, step)
    } else if mayAnswerNow(step, attempt, at: event.time) {
      attempt.took = max(0, attempt.took - 1)
    }
    // A deadline or a time-out is a timer. Timers come after all answers of the same instant.
    if attempt.end == .timedOut || attempt.end == .cut { newestInput = nil }
    attempt.codes = event.codes.map(Self.kept)
    steps[step].attempts[place] = attempt
  }

  private func end(
    _ end: Trace.AttemptEnd, of step: Int, after attempt: LaunchRecord.Attempt
  ) -> LaunchRecord.End {
    switch end {
    case .succeeded(let result): .succeeded(result: result)
    case .refused(let failure): .refused(failure: failure)
    case .failed(.timeout):
      // A trace does not contain the time-outs of fallbacks, so these always count as reached.
      attempt.fallback == nil && attempt.took < timeouts[step] ?? 0 ? .failed(.timeout) : .timedOut
    case .failed(.offline): offline.isEmpty ? .failed(.offline) : .switchedOff
    case .failed(let errorClass): .failed(errorClass)
    case .cut: .cut
    case .cancelled: .cancelled
    }
  }

  /// Whether an answer of a step could still arrive at the instant at which its attempt is ended. At one instant,
  /// changes of the switch, signals and cancellations come first, then answers in file order, then timers. A fallback
  /// beside its step's own work answers after all others.
  private func mayAnswerNow(_ step: Int, _ attempt: LaunchRecord.Attempt, at time: Int64) -> Bool {
    guard let newestInput, newestInput.time == time else { return false }
    return attempt.fallback != nil || newestInput.step.map { $0 < step } ?? true
  }

  /// The codes without numbers that are too long for a code: such a number may be a telephone number.
  private static func kept(_ codes: AnswerCodes) -> AnswerCodes {
    var codes = codes
    if case .number(let number) = codes.code, !(-999_999...999_999).contains(number) { codes.code = .other }
    return codes
  }

  private mutating func wait(_ step: Int, atMost longest: Int64) {
    guard steps.indices.contains(step), let last = steps[step].attempts.indices.last else { return }
    steps[step].wait = (base.end, longest, last)
  }

  /// Ends the wait of a step, before its next attempt or by another event.
  private mutating func endWait(_ step: Int, isCut: Bool, at time: Int64) {
    guard steps.indices.contains(step), let wait = steps[step].wait else { return }
    steps[step].wait = nil
    var drawn = max(0, time - wait.start)
    // A wait ends after the answers of its instant, and before the other timers.
    if isCut, newestInput?.time != time { drawn += 1 }
    steps[step].attempts[wait.attempt].wait = LaunchRecord.Wait(
      longest: wait.longest, drawn: min(drawn, wait.longest), isCut: isCut)
    if !isCut { newestInput = nil }
  }
}

extension LaunchRecord {
  package init(_ trace: Trace, labels: [LaunchLabel] = []) {
    var start = LaunchRecord(flow: trace.flow, version: trace.version)
    start.labels = labels
    var recorder = LaunchRecorder(trace, start)
    for event in trace.events { recorder.add(event) }
    self = recorder.record
  }
}
