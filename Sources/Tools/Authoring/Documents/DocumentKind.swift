/// The kind of a document, by the key that each document of its kind has.
package enum DocumentKind: String, CaseIterable, Sendable {
  case flow = "flow"
  case offlineSwitch = "switch"
  case scenarios = "scenariosFor"

  /// Reads a document's own keys; nil if none of them names a kind.
  package init?(_ json: JSONDocument) {
    let keys = json.children(of: 0).compactMap { json.key(of: $0) }
    guard let kind = Self.allCases.first(where: { keys.contains($0.rawValue) }) else { return nil }
    self = kind
  }

  /// The name of the scenarios file beside a flow or switch: `launch.scenarios.json` beside `launch.json`,
  /// `launch.flow.json` and `launch.switch.json`.
  package static func scenariosName(besides name: String) -> String {
    var stem = name[...]
    for suffix in [".json", ".flow", ".switch"] where stem.hasSuffix(suffix) {
      stem = stem.dropLast(suffix.count)
    }
    return stem + ".scenarios.json"
  }
}

extension JSONDocument {
  /// The value of one of the document's own keys, and its node.
  package func member(_ key: String) -> (value: JSONValue, place: Place)? {
    guard let node = children(of: 0).first(where: { self.key(of: $0) == key }) else { return nil }
    return (value(of: node), place(of: node))
  }

  package var wholePlace: Place { place(of: 0) }
}
