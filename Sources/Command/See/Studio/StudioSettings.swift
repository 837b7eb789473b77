import LaunchFlowAuthoring

/// The page's selection and its reader's changes. Every request contains them, so the server keeps no state of a page.
struct StudioSettings {
  let flow: String
  /// The scenario, the behaviours and the runs, in words of the command line of `simulate`. Without a scenario, the
  /// defaults of the scenarios file are played.
  let given: Given
  /// The changed values of the flow.
  let edits: [JSONValue]
  /// Whether the axis is long enough for every handle.
  let isWhole: Bool
  /// The end of the axis while a handle is dragged, in nanoseconds; nil fits the axis to the run.
  let span: Int64?

  static let mostRuns = 100_000

  init(_ value: JSONValue) throws(UsageError) {
    guard let object = value.object, let flow = object["flow"]?.string else {
      throw UsageError("the request names no flow")
    }
    self.flow = flow
    let words = (object["words"]?.array ?? []).compactMap(\.string)
    given = try OptionScanner.scan(words + ["--", flow], for: SimulateCommand.interface)
    if let runs = given[PlayOptions.runs], runs > Self.mostRuns {
      throw UsageError("the number of runs must be a whole number from 1 to \(Self.mostRuns)")
    }
    edits = object["edits"]?.array ?? []
    isWhole = object["whole"] == .bool(true)
    span = if case .integer(let span) = object["span"], span > 0 { span } else { nil }
  }
}
