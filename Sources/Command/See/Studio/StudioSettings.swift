import LaunchFlowAuthoring
import LaunchFlowFleet

/// The page's selection and its reader's changes. Every request contains them, so the server keeps no state of a page.
struct StudioSettings {
  struct Edit: Hashable {
    /// nil for the flow itself.
    var step: String?
    var key: TunedKey
    /// A duration or a count in the notation of files; nil for no value.
    var value: JSONValue?
  }

  var flow: String
  /// The scenario, the behaviours and the runs, as on the command line of `simulate`. Without a scenario, the defaults of
  /// the scenarios file are played.
  let given: Given
  var edits: [Edit] = []
  /// Whether the axis is long enough for every handle.
  var isWhole = false
  /// The end of the axis while a handle is dragged, in nanoseconds; nil fits the axis to the run.
  var span: Int64?

  static let mostChanges = 500
  static let mostRuns = 100_000

  private static let options: [(key: String, option: any DeclaredOption)] = [
    ("scenario", PlayOptions.scenario), ("seed", PlayOptions.seed), ("run", PlayOptions.run),
    ("runs", PlayOptions.runs), ("sets", PlayOptions.set), ("inputs", PlayOptions.input),
  ]

  init(_ value: JSONValue) throws(UsageError) {
    guard let object = value.object, let flow = object["flow"]?.string else {
      throw UsageError("the request names no flow")
    }
    self.flow = flow
    var words: [String] = []
    for (key, option) in Self.options {
      for value in try Self.list(key, in: object) {
        words.append("\(option.typed)=\(value.string ?? value.text())")
      }
    }
    given = try OptionScanner.scan(words + ["--", flow], for: SimulateCommand.interface)
    if let runs = given[PlayOptions.runs], runs > Self.mostRuns {
      throw UsageError("the number of runs must be a whole number from 1 to \(Self.mostRuns)")
    }
    isWhole = object["whole"] == .bool(true)
    if case .integer(let span) = object["span"], span > 0 { self.span = span }
    edits = try Self.list("edits", in: object).map { value throws(UsageError) in try Edit(value) }
  }

  /// The elements of a list, or a value that is not a list.
  private static func list(_ key: String, in object: JSONObject) throws(UsageError) -> [JSONValue] {
    guard let value = object[key], value != .null else { return [] }
    let list = value.array ?? [value]
    guard list.count <= mostChanges else {
      throw UsageError("\"\(key)\" must be a list of at most \(mostChanges) changes")
    }
    return list
  }
}

extension StudioSettings.Edit {
  /// Reads a change. A time is in the notation of files, or in nanoseconds; the rules of the format judge it.
  init(_ value: JSONValue) throws(UsageError) {
    guard let object = value.object, let key = object["key"]?.string.flatMap(TunedKey.init(rawValue:)) else {
      throw UsageError(
        "a change must have a key: \(TunedKey.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.key = key
    step = object["step"]?.string
    switch object["value"] ?? .null {
    case .null: self.value = nil
    case .integer(let nanoseconds) where !key.isCount:
      self.value = .string(Duration.nanoseconds(nanoseconds).documentText)
    case let value: self.value = value
    }
  }
}
