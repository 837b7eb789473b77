extension JSONDocument {
  /// Adds the positions of diagnostics that have only paths, and sorts them by position.
  package func locating(_ found: [Diagnostic]) -> [Diagnostic] {
    let resolver = PlaceResolver(self)
    return found.map { resolver.resolve($0) }.sortedByPosition()
  }
}

/// Finds the nodes of paths and caches the lookups in large objects.
package final class PlaceResolver {
  private let json: JSONDocument
  private var members: [Int: [String: Int]] = [:]

  package init(_ json: JSONDocument) {
    self.json = json
  }

  func resolve(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.place = resolve(diagnostic.place)
    diagnostic.notes = diagnostic.notes.map { Diagnostic.Note($0.message, at: resolve($0.place)) }
    return diagnostic
  }

  /// The place with its range; for a value that does not exist, the range of the value around it.
  private func resolve(_ place: Place) -> Place {
    var node = 0
    var part = place.part
    for token in place.path.tokens {
      if let child = child(token, of: node) {
        node = child
      } else if let member = member(token, of: node) {
        (node, part) = (member, .key)
      } else {
        // A scalar has no members, so it is marked itself.
        part = json.isContainer(node) ? .key : .value
        break
      }
    }
    return Place(place.path, place.part, range: json.range(of: node, part))
  }

  /// The member at an index. Rules count pages even if the file has an object of them.
  private func member(_ index: String, of node: Int) -> Int? {
    guard json.nodes[node].kind == .object, let index = Int(index), index >= 0 else { return nil }
    return Array(json.children(of: node).prefix(index + 1)).dropFirst(index).first
  }

  /// The member or element of a value. An element of a repeated step has the member that stands for all elements.
  package func child(_ token: String, of node: Int) -> Int? {
    if let known = members[node] { return known[token] ?? memberOfAll(token, known) }
    guard json.isContainer(node) else { return nil }
    var table: [String: Int] = [:]
    for (index, child) in json.children(of: node).enumerated() {
      let key = json.key(of: child) ?? String(index)
      if table[key] == nil { table[key] = child }
    }
    members[node] = table
    return table[token] ?? memberOfAll(token, table)
  }

  /// The member for all elements of a step: `feeds-*` for `feeds-sports`, or a cache with `each`.
  private func memberOfAll(_ name: String, _ table: [String: Int]) -> Int? {
    let bytes = Array(name.utf8)
    for dash in bytes.indices.reversed() where bytes[dash] == UInt8(ascii: "-") {
      let step = String(decoding: bytes[..<dash], as: UTF8.self)
      if let all = table[step + String.everyElement] { return all }
      if let own = table[step], json.children(of: own).contains(where: { json.key(of: $0) == "each" }) {
        return own
      }
    }
    return nil
  }
}
