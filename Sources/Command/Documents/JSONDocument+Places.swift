import LaunchFlowModel

extension JSONDocument {
  /// The place of a path's value, or of the innermost value around it that exists.
  func nearestPlace(to path: JSONPointer) -> Place {
    var node = 0
    for token in path.tokens {
      let isObject = nodes[node].kind == .object
      let next = children(of: node).enumerated().first { index, child in
        isObject ? key(of: child) == token : String(index) == token
      }
      guard isContainer(node), let next else { break }
      node = next.element
    }
    return place(of: node, nodes[node].key >= 0 && isContainer(node) ? .key : .value)
  }
}
