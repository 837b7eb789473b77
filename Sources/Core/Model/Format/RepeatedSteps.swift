/// The elements of the steps with `each`. Conditions and caches name them, too, and are read before or after the steps.
struct RepeatedSteps {
  /// How many bytes everything that is repeated may have, written out.
  static let mostBytes = 1 << 20

  static let mostElements = 100
  /// Replaces the elements of a list without any.
  static let standIn = "each"

  private(set) var elements: [String: [String]] = [:]
  /// Whether some list is empty, too long, or has an element that is not a text or not unique.
  private(set) var isIncomplete = false

  init(_ json: JSONDocument) {
    if !json.nodes.isEmpty { collect(0, json) }
  }

  private mutating func collect(_ owner: Int, _ json: JSONDocument) {
    guard json.nodes[owner].kind == .object else { return }
    for steps in json.children(of: owner) where json.key(of: steps) == "steps" {
      guard json.nodes[steps].kind == .object else { continue }
      for step in json.children(of: steps) where json.nodes[step].kind == .object {
        for list in json.children(of: step) where json.key(of: list) == "each" {
          guard json.nodes[list].kind == .array, let name = json.key(of: step) else { continue }
          var names: [String] = []
          for (place, element) in json.children(of: list).enumerated() {
            if place < Self.mostElements, let text = json.string(of: element), !names.contains(text) {
              names.append(text)
            } else {
              isIncomplete = true
            }
          }
          isIncomplete = isIncomplete || names.isEmpty
          elements[name] = names.isEmpty ? [Self.standIn] : names
        }
        collect(step, json)
      }
    }
  }
}

extension DocumentReader {
  /// The elements of a step; nil for a step without `each`.
  func elements(of step: String) -> [String]? { repeatedSteps.elements[step] }

  /// The steps that a pattern such as `feeds-*` stands for; nil for another name.
  func steps(matching name: String) -> [String]? {
    name.repeatedStep.flatMap { elements(of: $0) }?.map { name.dropLast() + $0 }
  }

  /// Counts what is written out if a value is repeated. Reports it, the first time, if that gets too long.
  func canRepeat(_ node: Int, times: Int) -> Bool {
    let wasOver = repeatedBytes > RepeatedSteps.mostBytes
    repeatedBytes += Int64(times) * Int64(json.nodes[node].end - json.nodes[node].start)
    guard repeatedBytes > RepeatedSteps.mostBytes else { return true }
    if !wasOver {
      let limit = RepeatedSteps.mostBytes >> 20
      report(
        .badValue, "with this step, the steps that \"each\" repeats exceed \(limit) MiB when written out",
        at: node)
    }
    return false
  }
}

extension String {
  /// The end of a name for all elements of a repeated step.
  package static let everyElement = "-*"

  /// The step for whose elements a name such as `feeds-*` stands; nil for another name.
  package var repeatedStep: String? {
    hasSuffix(Self.everyElement) ? String(dropLast(Self.everyElement.count)) : nil
  }
}
