import LaunchFlowFleet
import LaunchFlowTimeline

/// The page's data of one run: its picture, the handles over it, and the values of its steps.
struct StudioPicture {
  private let settings: StudioSettings
  /// The flow on disk; nil with errors.
  private let originalFlow: Flow?
  private let flow: Flow
  private let play: StudioPlay

  init(_ settings: StudioSettings, in folder: StudioFolder) throws {
    self.settings = settings
    let edited = try EditedFlow(settings, in: folder)
    originalFlow = edited.originalFlow
    flow = try edited.flow()
    play = try StudioPlay(settings, of: flow, in: folder)
  }

  /// The answer of the server. The picture is that of `simulate --format svg`.
  var json: JSONValue {
    let run = play.simulation.run(seed: play.seed, run: settings.given[PlayOptions.run] ?? 0)
    let summary = TraceSummary(run.trace)
    let handles = handles(run.trace, summary)
    let end = settings.isWhole ? handles.reduce(summary.end) { max($0, $1.end) } : nil
    let picture = Picture(PicturedRun(run), span: settings.span ?? end)
    var notes: [String] = []
    if !run.starts.isEmpty { notes.append("the picture shows the first of \(run.starts.count + 1) starts") }
    if let stopped = run.stopped { notes.append("\(stopped)") }
    return [
      "errors": [], "scenarios": .array(play.names.map(JSONValue.string)), "seed": .string(String(play.seed)),
      "runs": .integer(Int64(play.runs)), "svg": .string(picture.svg()),
      "lines": .array(picture.lines.map { .string($0.visible) }), "axis": axis(picture),
      "handles": .array(handles.map(\.json)), "steps": .array(steps()),
      "inputs": .array(play.inputs),
      "notes": .array(notes.map(JSONValue.string)),
      "deadline": text(flow.deadline.nanoseconds, .deadline),
      "originalDeadline": text(originalFlow?.deadline.nanoseconds, .deadline),
    ]
  }

  private func axis(_ picture: Picture) -> JSONValue {
    guard let points = picture.axis else { return .null }
    return [
      "width": .integer(Int64(Picture.width)),
      "points": .array(points.map { [.integer($0.time), .double($0.x)] }),
    ]
  }

  /// A handle for each time-out and soft deadline of the steps that began, and for the flow's deadline.
  /// Each with its end in nanoseconds.
  private func handles(_ trace: Trace, _ summary: TraceSummary) -> [(json: JSONValue, end: Int64)] {
    var handles: [(json: JSONValue, end: Int64)] = []
    func add(_ step: JSONValue, row: JSONValue, _ key: TunedKey, from start: Int64, _ value: Int64) {
      let json: JSONValue = [
        "step": step, "row": row, "key": .string(key.rawValue), "from": .integer(start),
        "value": .integer(value),
      ]
      handles.append((json, start + value))
    }
    let graph = flow.graph
    for (index, step) in trace.steps.enumerated() {
      let past = summary.steps[index]
      guard let start = past.start, let place = graph.index[step.name] else { continue }
      let declared = graph.steps[place]
      // The start of the first attempt does not change with its time-out.
      let attempt = past.attempts.first { $0.origin == .own }?.start ?? start
      let keys = TunedKey.keys(of: declared)
      for (key, from) in [(TunedKey.timeout, attempt), (.useFallbackAfter, start), (.deadline, start)] {
        // The app chooses the values of inputs.
        guard keys.contains(key), let value = key.value(in: declared, of: flow) else { continue }
        add(.string(step.name), row: .integer(Int64(index)), key, from: from, value)
      }
    }
    add(.null, row: .null, .deadline, from: 0, flow.deadline.nanoseconds)
    return handles
  }

  /// Every step with its adjustable values and its possible outcomes.
  private func steps() -> [JSONValue] {
    let original = originalFlow?.graph
    return flow.graph.steps.map { step in
      let before = original.flatMap { graph in graph.index[step.name].map { graph.steps[$0] } }
      let keys = TunedKey.keys(of: step).map { key -> JSONValue in
        let own = originalFlow.flatMap { flow in before.flatMap { key.value(in: $0, of: flow) } }
        return [
          "key": .string(key.rawValue), "isCount": .bool(key.isCount),
          "isOptional": .bool(key.isOptional || key == .attempts),
          "value": text(key.value(in: step, of: flow), key), "original": text(own, key),
        ]
      }
      var ends: [String] = []
      if case .http(let request) = step.work {
        ends = flow.services.first { $0.name == request.service }?.failures.map(\.name) ?? []
      }
      let classes = ErrorClass.allCases.map(\.rawValue)
      let names = ["ok", "hang"] + step.results.map(\.name) + step.failures.map(\.name) + ends + classes
      return [
        "name": .string(step.name), "title": .string(step.title ?? step.name), "keys": .array(keys),
        "isCall": .bool(step.isCall), "ends": .array(names.map(JSONValue.string)),
      ]
    }
  }

  private func text(_ value: Int64?, _ key: TunedKey) -> JSONValue {
    guard let value else { return .null }
    return .string(key.isCount ? String(value) : Duration.nanoseconds(value).documentText)
  }
}
