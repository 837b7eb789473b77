extension JSONDocument {
  /// The place of what a path names, or of the innermost thing around it that is there.
  package func nearestPlace(to path: JSONPointer) -> Place {
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

  /// Finds out where that stands which names only its path, and puts it into the text's order.
  package func locating(_ found: [Diagnostic]) -> [Diagnostic] {
    var resolver = PlaceResolver(self)
    return found.map { resolver.resolve($0) }.sortedByPosition()
  }
}
