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
        words.append("\(option.declaration.typed)=\(value.string ?? value.text())")
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
  /// Reads a change. A time is in the notation of files, or in nanoseconds.
  init(_ value: JSONValue) throws(UsageError) {
    guard let object = value.object, let word = object["key"]?.string, let key = TunedKey(rawValue: word)
    else {
      throw UsageError(
        "a change must have a key: \(TunedKey.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.key = key
    switch object["step"] {
    case nil, .null: step = nil
    case .string(let name): step = name
    default: throw UsageError("a step must be given by its name")
    }
    self.value = try Self.value(object["value"] ?? .null, of: key)
  }

  private static func value(_ value: JSONValue, of key: TunedKey) throws(UsageError) -> JSONValue? {
    switch value {
    case .null: return nil
    case .integer(let number) where key.isCount: return .integer(number)
    case .integer(let nanoseconds):
      guard nanoseconds >= 0, .nanoseconds(nanoseconds) <= Duration.longestInDocuments else {
        throw UsageError("\(key.rawValue) must be from 0s to 36500d")
      }
      return .string(Duration.nanoseconds(nanoseconds).documentText)
    case .string(let text) where !key.isCount:
      guard let duration = Duration(documentText: text) else {
        let meant = Duration.meant(by: text).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError(
          "\(key.rawValue) must be a duration such as 1m30s, not '\(text.prefix(40).description.visible)'\(meant)"
        )
      }
      return .string(duration.documentText)
    default:
      throw UsageError(
        "\(key.rawValue) must be " + (key.isCount ? "a whole number" : "a duration such as 1m30s"))
    }
  }
}
