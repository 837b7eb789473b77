/// What a document is, told by the key that each of its kind must have.
package enum DocumentKind: String, CaseIterable, Sendable {
  case flow = "flow"
  case offlineSwitch = "switch"
  case scenarios = "scenariosFor"

  /// Looks at a document's own keys; nil when none of them tells.
  package init?(_ json: JSONDocument) {
    let keys = json.children(of: 0).compactMap { json.key(of: $0) }
    guard let kind = Self.allCases.first(where: { keys.contains($0.rawValue) }) else { return nil }
    self = kind
  }
}

extension JSONDocument {
  /// The value of one of the document's own keys, and where it stands.
  package func member(_ key: String) -> (value: JSONValue, place: Place)? {
    guard let node = children(of: 0).first(where: { self.key(of: $0) == key }) else { return nil }
    return (value(of: node), place(of: node))
  }

  /// Where the document itself stands.
  package var wholePlace: Place { place(of: 0) }
}
