extension Predicate: FormatObject {
  package static var object: DeclaredObject { .predicate }

  package init(named name: String) { self.init([]) }

  package mutating func visit(_ v: Visitor) {
    v.key("at", &at)
    let written = v.isWriting ? tests : []
    for (position, key) in v.collect(Test.keys, are: written.map { $0.key }).enumerated() {
      let test = Test.visited(v.isWriting ? written[position] : nil, key, v)
      if v.isReading { tests.append(test ?? .exists(true)) }
    }
    if tests.isEmpty, at != .whole || [.predicate, .answer].contains(v.kind) {
      v.report(.missingKey, at == .whole ? "nothing is tested" : "nothing is tested at \"\(at)\"")
    } else if at != .whole, !tests.isEmpty, !tests.contains(where: { $0.looksAtPlace }) {
      v.report(.misplacedKey, "\"at\" has no test beside it", at: "at")
    }
  }

  /// Replaces a predicate that cannot be read.
  static var standIn: Predicate { Predicate([.exists(true)]) }
}

extension Predicate.Test {
  fileprivate var looksAtPlace: Bool {
    switch self {
    case .status, .all, .any, .not: false
    case .equals, .isIn, .exists, .nonEmpty, .hosts: true
    }
  }

  fileprivate static let keys = [
    "equals", "in", "exists", "nonEmpty", "hosts", "status", "all", "any", "not",
  ]

  fileprivate var key: String {
    switch self {
    case .equals: "equals"
    case .isIn: "in"
    case .exists: "exists"
    case .nonEmpty: "nonEmpty"
    case .hosts: "hosts"
    case .status: "status"
    case .all: "all"
    case .any: "any"
    case .not: "not"
    }
  }

  fileprivate static func visited(_ test: Self?, _ key: String, _ v: Visitor) -> Self? {
    switch key {
    case "equals": v.key(key, test?.value) { v.any($0) }.map { .equals($0) }
    case "in": v.key(key, test?.values) { v.list($0) { v.any($0) } }.map { .isIn($0) }
    case "exists": v.key(key, test?.flag) { v.bool($0) }.map { .exists($0) }
    case "nonEmpty": v.key(key, test?.flag) { v.bool($0) }.map { .nonEmpty($0) }
    case "hosts":
      v.key(key, test?.hosts) { hosts in
        v.list(hosts, count: 1...Int.max, standIn: UnreadParts.standInName) { v.text($0, .host) }
      }.map { .hosts($0) }
    case "status":
      v.key(key, test?.statuses) { v.oneOrMore($0, atLeast: 0) { v.integer($0, 100...599) } }
        .map { .status($0) }
    case "not": v.key(key, test?.nested?.first, as: .answer).map { .not($0) }
    default:
      v.key(key, test?.nested) { nested in
        v.list(nested, standIn: Predicate.standIn) { v.object($0, as: .answer) }
      }.map { key == "all" ? .all($0) : .any($0) }
    }
  }

  private var value: JSONValue? { if case .equals(let value) = self { value } else { nil } }
  private var values: [JSONValue]? { if case .isIn(let values) = self { values } else { nil } }
  private var hosts: [String]? { if case .hosts(let hosts) = self { hosts } else { nil } }
  private var statuses: [Int]? { if case .status(let statuses) = self { statuses } else { nil } }

  private var flag: Bool? {
    switch self {
    case .exists(let flag), .nonEmpty(let flag): flag
    default: nil
    }
  }

  private var nested: [Predicate]? {
    switch self {
    case .all(let nested), .any(let nested): nested
    case .not(let nested): [nested]
    default: nil
    }
  }
}
