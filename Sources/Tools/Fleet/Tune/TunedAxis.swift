/// One key of a flow and the values that are tried for it, in ascending order; nil, for no value, comes last.
package struct TunedAxis: Hashable, Sendable {
  /// The step; nil for the flow itself.
  package let step: String?
  package let key: TunedKey
  /// At least one value.
  package private(set) var values: [Int64?] = []
  package let own: Int64?
  /// Where its value is in the file: `/steps/login/timeout`.
  package let path: JSONPointer

  package static let most = 64
  private static let mostListed = 24

  /// Reads `login.timeout=1s..10s`, `deadline=5s..10s` or, for every step that has the key, `*.timeout=1s..10s`. The error
  /// says what to write instead.
  ///
  /// - Parameter points: How many values of a range there are at most.
  package static func read(_ text: String, of flow: Flow, points: Int) throws(InvalidText) -> [TunedAxis] {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw InvalidText("'\(text)' has no values; write '\(example(of: flow))', for example")
    }
    let name = String(text[..<equals])
    let all = all(of: flow)
    var axes = all.filter { $0.axis.name == name }.map(\.axis)
    if axes.isEmpty {
      axes = all.filter { "*." + $0.axis.key.rawValue == name && $0.isGiven }.map(\.axis)
    }
    guard !axes.isEmpty else { throw unknown(name, among: all.map(\.axis.name), of: flow.graph.steps) }
    for index in axes.indices {
      do throws(InvalidText) {
        axes[index].values = try axes[index].key.values(
          String(text[text.index(after: equals)...]), points: points,
          isOptional: axes[index].key.isOptional && axes[index].step != nil)
      } catch {
        throw InvalidText("\(axes[index].name): \(error)")
      }
    }
    return axes
  }

  /// What a command line may say of a flow.
  package static func example(of flow: Flow) -> String {
    let all = all(of: flow).map(\.axis)
    let axis = all.first { $0.step != nil && !$0.key.isCount && $0.own ?? 0 > 1 } ?? all[0]
    let ends = [(axis.own ?? 0) / 2, (axis.own ?? 0) * 2].map { axis.text($0) }
    return "\(axis.name)=\(ends[0])..\(ends[1])"
  }

  /// Every key that may vary, without values, and whether the step itself has it. The flow's deadline comes first. All
  /// elements of a step with `each` have one place in the file, so they vary as that step.
  private static func all(of flow: Flow) -> [(axis: TunedAxis, isGiven: Bool)] {
    let graph = flow.graph
    let deadline = TunedAxis(
      step: nil, key: .deadline, own: flow.deadline.nanoseconds, path: .whole / TunedKey.deadline.rawValue)
    var all = [(axis: deadline, isGiven: false)]
    for (index, step) in graph.steps.enumerated() where step.members?.first?.isElement != true {
      let group = step.isElement ? graph.parents[index] : nil
      if let group, index > group + 1 { continue }
      for key in TunedKey.keys(of: step) {
        let own = key.value(in: step, of: flow)
        let path = JSONPointer(
          tokens: graph.path(of: index).tokens + key.rawValue.split(separator: ".").map(String.init))
        all.append(
          (
            TunedAxis(step: graph.steps[group ?? index].name, key: key, own: own, path: path),
            own != nil && (!key.isCount || step.retry != nil)
          ))
      }
    }
    return all
  }

  private init(step: String?, key: TunedKey, own: Int64?, path: JSONPointer) {
    (self.step, self.key, self.own, self.path) = (step, key, own, path)
  }

  private static func unknown(_ name: String, among names: [String], of steps: [Flow.Step]) -> InvalidText {
    let stepName = name.prefix { $0 != "." }
    let step = steps.first { $0.name == stepName }
    if let outer = step?.includer, let file = steps.first(where: { $0.name == outer })?.module {
      return InvalidText(
        "'\(name)' cannot vary here: '\(outer)' includes its step from \(file); tune that file")
    }
    let ofStep = names.filter { $0.hasPrefix(stepName + ".") }
    let known = ofStep.isEmpty ? names : ofStep
    let listed =
      known.prefix(mostListed).joined(separator: ", ") + (known.count > mostListed ? ", …" : "")
    // The keys of other steps are no hint for a step that has none.
    let meant = step != nil && ofStep.isEmpty ? nil : Suggester.nearest(to: name, among: known)
    let hint = meant.map { "did you mean '\($0)'?" }
    return InvalidText("'\(name)' cannot vary; " + (hint ?? "expected one of: \(listed)"))
  }

  /// How it is written on a command line: `login.timeout`.
  package var name: String { (step.map { $0 + "." } ?? "") + key.rawValue }

  /// The place of the file's value among those that are tried, or of the next greater one.
  var ownPlace: Int { values.firstIndex { ($0 ?? .max) >= (own ?? .max) } ?? values.count - 1 }

  /// A value as files write it; nil for no value.
  package func json(_ value: Int64?) -> JSONValue? {
    value.map { key.isCount ? .integer($0) : .string(text($0)) }
  }

  package func text(_ value: Int64?) -> String {
    guard let value else { return "none" }
    return key.isCount ? String(value) : Duration.nanoseconds(value).documentText
  }
}
