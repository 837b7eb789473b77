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
  /// nil plays the defaults of the scenarios file.
  var scenario: String?
  var seed: UInt64?
  var run: UInt64 = 0
  /// nil for the scenario's number, else 1,000.
  var runs: Int?
  var edits: [Edit] = []
  /// In the form of the command line: `login=4s,network`.
  var sets: [String] = []
  /// In the form of the command line: `signed-in=true`.
  var inputs: [String] = []
  /// Whether the axis is long enough for every handle.
  var isWhole = false
  /// The end of the axis while a handle is dragged, in nanoseconds; nil fits the axis to the run.
  var span: Int64?

  static let mostChanges = 500
  static let mostRuns = 100_000

  init(_ value: JSONValue) throws(UsageError) {
    guard let object = value.object, let flow = object["flow"]?.string else {
      throw UsageError("the request names no flow")
    }
    self.flow = flow
    scenario = try Self.string("scenario", in: object)
    seed = try Self.number("seed", in: object)
    run = try Self.number("run", in: object) ?? 0
    if let runs = object["runs"], runs != .null {
      guard case .integer(let count) = runs, (1...Int64(Self.mostRuns)).contains(count) else {
        throw UsageError("the number of runs must be a whole number from 1 to \(Self.mostRuns)")
      }
      self.runs = Int(count)
    }
    isWhole = object["whole"] == .bool(true)
    if case .integer(let span) = object["span"], span > 0 { self.span = span }
    sets = try Self.texts("sets", in: object)
    inputs = try Self.texts("inputs", in: object)
    edits = try Self.list("edits", in: object).map { value throws(UsageError) in try Edit(value) }
  }

  private static func string(_ key: String, in object: JSONObject) throws(UsageError) -> String? {
    guard let value = object[key], value != .null else { return nil }
    return try text(value, of: key)
  }

  private static func text(_ value: JSONValue, of key: String) throws(UsageError) -> String {
    guard let text = value.string else { throw UsageError("\"\(key)\" must be text") }
    return text
  }

  /// A number of 64 bits. It is sent as text, since the page's own numbers are less exact.
  private static func number(_ key: String, in object: JSONObject) throws(UsageError) -> UInt64? {
    guard let text = try string(key, in: object) else { return nil }
    guard let number = UInt64(text) else {
      throw UsageError("the \(key) must be a whole number from 0 to \(UInt64.max)")
    }
    return number
  }

  private static func texts(_ key: String, in object: JSONObject) throws(UsageError) -> [String] {
    try list(key, in: object).map { value throws(UsageError) in try text(value, of: key) }
  }

  private static func list(_ key: String, in object: JSONObject) throws(UsageError) -> [JSONValue] {
    guard let value = object[key], value != .null else { return [] }
    guard let list = value.array, list.count <= mostChanges else {
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
