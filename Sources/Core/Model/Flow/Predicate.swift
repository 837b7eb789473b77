/// Tests of a JSON value, all of which must pass.
package struct Predicate: Sendable {
  package indirect enum Test: Sendable {
    case equals(JSONValue)
    case isIn([JSONValue])
    case exists(Bool)
    /// Whether there is a value that is neither null nor an empty string, array or object.
    case nonEmpty(Bool)
    /// A web address on one of these hosts; `*.` at the front means any subdomain.
    case hosts([String])
    /// The answer's HTTP status is one of these; only where there is a status, in `failures`.
    case status([Int])
    case all([Predicate])
    case any([Predicate])
    case not(Predicate)
  }

  /// The place that is tested; nested predicates and `status` test the whole.
  package internal(set) var at: JSONPointer
  package internal(set) var tests: [Test]

  package init(at: JSONPointer = .whole, _ tests: [Test]) {
    self.at = at
    self.tests = tests
  }
}

extension Predicate {
  /// The place that a comparison with whole numbers or texts tests; nil for any other predicate.
  var comparedPlace: JSONPointer? {
    guard tests.count == 1, at != .whole else { return nil }
    let literals: [JSONValue]
    switch tests[0] {
    case .equals(let value): literals = [value]
    case .isIn(let values): literals = values
    default: return nil
    }
    let isCode = literals.allSatisfy { literal in
      switch literal {
      case .integer, .string: true
      case .null, .bool, .double, .array, .object: false
      }
    }
    return isCode ? at : nil
  }

  package func compares(_ place: JSONPointer, with text: String) -> Bool {
    tests.contains { test in
      switch test {
      case .equals(let value): at == place && value == .string(text)
      case .isIn(let values): at == place && values.contains(.string(text))
      case .all(let nested), .any(let nested): nested.contains { $0.compares(place, with: text) }
      case .not(let nested): nested.compares(place, with: text)
      case .exists, .nonEmpty, .hosts, .status: false
      }
    }
  }

  /// Whether a value and its HTTP status pass every test. Null and no value are the same.
  package func holds(for value: JSONValue, status: Int? = nil) -> Bool {
    let found = value[at] ?? .null
    return tests.allSatisfy { test in
      switch test {
      case .equals(let expected): found == expected
      case .isIn(let expected): expected.contains(found)
      case .exists(let expected): (found != .null) == expected
      case .nonEmpty(let expected): Self.isNonEmpty(found) == expected
      case .hosts(let hosts): found.string.flatMap(WebAddress.init)?.isOn(hosts) ?? false
      case .status(let expected): status.map(expected.contains) ?? false
      case .all(let predicates): predicates.allSatisfy { $0.holds(for: value, status: status) }
      case .any(let predicates): predicates.contains { $0.holds(for: value, status: status) }
      case .not(let predicate): !predicate.holds(for: value, status: status)
      }
    }
  }

  private static func isNonEmpty(_ value: JSONValue) -> Bool {
    switch value {
    case .null: false
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let object): !object.members.isEmpty
    case .bool, .integer, .double: true
    }
  }
}
