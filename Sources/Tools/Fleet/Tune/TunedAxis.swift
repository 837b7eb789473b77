import LaunchFlowAuthoring
import LaunchFlowModel

/// One key of a flow and the values that are tried for it.
package struct TunedAxis: Hashable, Sendable {
  /// The step; nil for the flow itself.
  package let step: String?
  package let key: TunedKey
  /// At least one value.
  package let values: [Int64?]
  /// The value in the file.
  package let own: Int64?
  /// The names around the step, outermost first: its groups, then itself.
  private let way: [String]

  /// The most axes of a search.
  package static let most = 64

  /// Reads `login.timeout=1s..10s`, `deadline=5s..10s` or, for every step that has the key, `*.timeout=1s..10s`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - flow: The flow in the file.
  ///   - points: How many values of a range there are at most.
  /// - Throws: `InvalidText` with what to write instead.
  package static func read(_ text: String, of flow: Flow, points: Int) throws(InvalidText) -> [TunedAxis] {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw InvalidText("'\(text)' has no values; write '\(example(of: flow))', for example")
    }
    let path = String(text[..<equals])
    let values = String(text[text.index(after: equals)...])
    guard let dot = path.firstIndex(of: ".") else {
      guard path == TunedKey.deadline.rawValue else { throw unknown(path: path, of: flow) }
      let own = flow.deadline.nanoseconds
      return [try TunedAxis(step: nil, .deadline, values, own: own, points: points, way: [])]
    }
    let name = String(path[..<dot])
    let word = String(path[path.index(after: dot)...])
    let steps = flow.tunable
    if name == "*" {
      let key = try key(word, among: TunedKey.allCases, of: "a step")
      var axes: [TunedAxis] = []
      for found in steps where TunedKey.keys(of: found.step).contains(key) {
        guard let own = key.value(in: found.step, of: flow), !key.isCount || found.step.retry != nil else {
          continue
        }
        axes.append(
          try TunedAxis(step: found.step.name, key, values, own: own, points: points, way: found.way))
      }
      guard !axes.isEmpty else { throw InvalidText("no step has \"\(word)\"") }
      return axes
    }
    guard let found = steps.first(where: { $0.step.name == name }) else {
      throw unknown("step", name, among: steps.map(\.step.name))
    }
    let key = try key(word, among: TunedKey.keys(of: found.step), of: "'\(name)'")
    let own = key.value(in: found.step, of: flow)
    return [try TunedAxis(step: name, key, values, own: own, points: points, way: found.way)]
  }

  private init(
    step: String?, _ key: TunedKey, _ text: String, own: Int64?, points: Int, way: [String]
  ) throws(InvalidText) {
    self.step = step
    self.key = key
    self.own = own
    self.way = way
    let path = (step.map { $0 + "." } ?? "") + key.rawValue
    do throws(InvalidText) {
      let values = try TunedValues(text, for: key, points: points)
      guard step != nil || values.all.allSatisfy({ $0 != nil }) else {
        throw InvalidText("a flow must have a deadline")
      }
      self.values = values.all
    } catch {
      throw InvalidText("\(path): \(error)")
    }
  }

  /// How it is written on a command line: `login.timeout`.
  package var name: String { (step.map { $0 + "." } ?? "") + key.rawValue }

  /// Where its value is in the file: `/steps/login/timeout`.
  package var path: JSONPointer {
    var tokens: [String] = []
    for name in way { tokens += ["steps", name] }
    return JSONPointer(tokens: tokens + key.rawValue.split(separator: ".").map(String.init))
  }

  /// The place of the file's value.
  var ownPlace: Int { place(of: own) }

  /// The place of a value among those that are tried, or of the next greater one.
  func place(of value: Int64?) -> Int {
    values.firstIndex { ($0 ?? .max) >= (value ?? .max) } ?? values.count - 1
  }

  /// A value as files write it; nil for no value.
  package func json(_ value: Int64?) -> JSONValue? {
    value.map { key.isCount ? .integer($0) : .string(Duration.nanoseconds($0).documentText) }
  }

  /// A value for people.
  package func text(_ value: Int64?) -> String {
    guard let value else { return "none" }
    return key.isCount ? String(value) : Duration.nanoseconds(value).documentText
  }

  /// Puts a value into a flow.
  func set(_ value: Int64?, in flow: inout Flow) {
    guard let step else {
      if let value { flow.deadline = .nanoseconds(value) }
      return
    }
    Self.change(step, in: &flow.steps) { key.set(value, in: &$0) }
  }

  /// Changes the step of a name, in groups too. Returns whether there is one.
  @discardableResult private static func change(
    _ name: String, in steps: inout [Flow.Step], _ body: (inout Flow.Step) -> Void
  ) -> Bool {
    for index in steps.indices {
      if steps[index].name == name {
        body(&steps[index])
        return true
      }
      guard var members = steps[index].members, change(name, in: &members, body) else { continue }
      steps[index].work = .group(members)
      return true
    }
    return false
  }
}

extension TunedAxis {
  private static func key(
    _ word: String, among keys: [TunedKey], of owner: String
  ) throws(InvalidText) -> TunedKey {
    if let key = keys.first(where: { $0.rawValue == word }) { return key }
    if let known = TunedKey(rawValue: word), !keys.isEmpty {
      throw InvalidText(
        "\(owner) has no \"\(known.rawValue)\" to vary; expected one of: "
          + keys.map(\.rawValue).joined(separator: ", "))
    }
    guard !keys.isEmpty else { throw InvalidText("\(owner) has no time to vary") }
    throw unknown("key", word, among: keys.map(\.rawValue))
  }

  private static func unknown(_ kind: String, _ name: String, among names: [String]) -> InvalidText {
    let listed = names.prefix(24).joined(separator: ", ") + (names.count > 24 ? ", …" : "")
    let hint = Suggester.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
    return InvalidText("unknown \(kind) '\(name)'; " + (hint ?? "expected one of: \(listed)"))
  }

  /// A path without a dot that is not the flow's deadline.
  private static func unknown(path: String, of flow: Flow) -> InvalidText {
    if let found = flow.tunable.first(where: { $0.step.name == path }) {
      let keys = TunedKey.keys(of: found.step).map { "\(path).\($0.rawValue)" }
      return InvalidText(
        keys.isEmpty
          ? "'\(path)' has no time to vary"
          : "'\(path)' is a step; name the key too: \(keys.joined(separator: ", "))")
    }
    return unknown("path", path, among: [TunedKey.deadline.rawValue] + flow.tunable.map(\.step.name))
  }

  /// What a command line may say of a flow.
  package static func example(of flow: Flow) -> String {
    for found in flow.tunable {
      for key in [TunedKey.timeout, .useFallbackAfter, .deadline] {
        guard let own = key.value(in: found.step, of: flow), own > 1 else { continue }
        let ends = [own / 2, own * 2].map { Duration.nanoseconds($0).documentText }
        return "\(found.step.name).\(key.rawValue)=\(ends[0])..\(ends[1])"
      }
    }
    return "deadline=\(Duration.nanoseconds(max(1, flow.deadline.nanoseconds / 2)).documentText)"
      + "..\(flow.deadline.documentText)"
  }
}

extension Flow {
  /// Every step with the names that lead to it, groups and their members in file order.
  fileprivate var tunable: [(step: Step, way: [String])] {
    func collect(_ steps: [Step], _ outer: [String]) -> [(step: Step, way: [String])] {
      steps.flatMap { step in
        [(step, outer + [step.name])] + collect(step.members ?? [], outer + [step.name])
      }
    }
    return collect(steps, [])
  }
}
