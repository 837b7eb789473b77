/// The elements of the steps with `each` in a flow's text.
///
/// Conditions and caches name them, too, and are read before or after the steps.
struct RepeatedSteps {
  /// How many elements the steps of a file may have together.
  static let mostElements = 100_000

  private var elements: [String: [String]] = [:]

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
          elements[name] = json.children(of: list).compactMap { json.string(of: $0) }
        }
        collect(step, json)
      }
    }
  }

  /// The elements of a step; nil for a step without `each`.
  func elements(of step: String) -> [String]? { elements[step] }
}

extension DocumentReader {
  /// The elements of a step; nil for a step without `each`.
  func elements(of step: String) -> [String]? { repeatedSteps.elements(of: step) }

  /// The steps that a pattern such as `feeds-*` stands for; nil for another name.
  func steps(matching name: String) -> [String]? {
    guard name.hasSuffix("-*") else { return nil }
    return elements(of: String(name.dropLast(2)))?.map { name.dropLast() + $0 }
  }

  /// Counts the elements of a step; false if the file has too many.
  func count(elements: Int, at node: Int) -> Bool {
    elementCount += elements
    guard elementCount > RepeatedSteps.mostElements else { return true }
    report(.badValue, "the lists of \"each\" have more than \(RepeatedSteps.mostElements) entries", at: node)
    return false
  }

  /// Notes that a step of unknown name is missing.
  func noteUnreadSteps() { noteUnread(JSONPointer(tokens: ["steps"])) }
}
