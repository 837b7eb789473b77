// Steps that a flow repeats for each element of a list, and what belongs to them.
extension Visitor {
  /// Visits the key with the elements; a repeated step has read them before.
  func elements() {
    ignore("each") { (names: [String]?) in
      isReading
        ? [] : texts(names, .anyName(of: "element"), count: 1...RepeatedSteps.mostElements, isUnique: true)
    }
  }

  /// The elements of the step that is being read, none if they cannot be read; nil for a step that is not repeated.
  func elements(of step: String) -> [String]? {
    guard reader.element == nil, let list = node(of: "each") else { return nil }
    let object = node
    node = list
    defer { node = object }
    let names = texts(nil, .anyName(of: "element"), count: 1...RepeatedSteps.mostElements) ?? []
    var found: [String] = []
    for name in names.prefix(RepeatedSteps.mostElements) where name != UnreadParts.standInName {
      if found.contains(name) {
        reader.report(.duplicateName, "the element \"\(name)\" is listed twice", at: list)
      } else if step.utf8.count + 1 + name.utf8.count > String.mostBytesOfName {
        reader.report(
          .badName, "\"\(step)-\(name)\" is longer than \(String.mostBytesOfName) bytes", at: list)
      } else {
        found.append(name)
      }
    }
    if !reader.canRepeat(object, times: found.count) { found = [] }
    // A step of unknown name is missing.
    if found.isEmpty || found.count != names.count { reader.noteUnread(JSONPointer(tokens: ["steps"])) }
    return found
  }
}

extension Flow.Cache {
  /// Visits caches by name; a cache with `each` is one cache for each element of a step.
  static func map(_ caches: [Self]?, _ v: Visitor) -> [Self]? {
    let found = v.map(caches, names: .name(of: "cache")) { $0.name }
    return found?.flatMap { cache in
      guard let step = cache.family, let elements = v.reader.elements(of: step) else { return [cache] }
      return elements.map { element in
        var own = cache
        (own.name, own.family) = (cache.name + "-" + element, cache.name)
        return own
      }
    }
  }

  /// Visits the name of the step for whose elements there is a cache.
  mutating func visitFamily(_ v: Visitor) {
    // It is written as a cache of its own.
    var step = v.isWriting ? nil : family
    v.key("each", &step)
    guard v.isReading else { return }
    family = nil
    guard let step else { return }
    if let elements = v.reader.elements(of: step) {
      if v.reader.canRepeat(v.node, times: elements.count) { family = step }
      return
    }
    v.report(.unknownName, "no step \"\(step)\" has \"each\"", at: "each", .value)
  }
}
