extension Predicate {
  /// The keys of a predicate: where it looks, and its tests.
  package static let declaration = ObjectFormat("predicate", initial: { _ in Predicate([]) }) { keys in
    keys.add("at", \.at, { $0.at = $1 }, .pointer)
    keys.collect(\.tests, { $0.tests = $1 }, standIn: .exists(true)) {
      $0.add("equals", .any, { .equals($0) }) { if case .equals(let value) = $0 { value } else { nil } }
      $0.add("in", .list(of: .any), { .isIn($0) }) { if case .isIn(let values) = $0 { values } else { nil } }
      $0.add("exists", .bool, { .exists($0) }) { if case .exists(let flag) = $0 { flag } else { nil } }
      $0.add("nonEmpty", .bool, { .nonEmpty($0) }) { if case .nonEmpty(let flag) = $0 { flag } else { nil } }
      $0.add("hosts", .list(of: .host, count: 1...Int.max), { .hosts($0) }) {
        if case .hosts(let hosts) = $0 { hosts } else { nil }
      }
      $0.add("less", .number, { .less($0) }) { if case .less(let bound) = $0 { bound } else { nil } }
      $0.add("greater", .number, { .greater($0) }) { if case .greater(let bound) = $0 { bound } else { nil } }
      $0.add("status", .oneOrMore(.integer(100...599), atLeast: 0), { .status($0) }) {
        if case .status(let statuses) = $0 { statuses } else { nil }
      }
      $0.add("all", .list(of: .predicate(.answer)), { .all($0) }) {
        if case .all(let nested) = $0 { nested } else { nil }
      }
      $0.add("any", .list(of: .predicate(.answer)), { .any($0) }) {
        if case .any(let nested) = $0 { nested } else { nil }
      }
      $0.add("not", .predicate(.answer), { .not($0) }) {
        if case .not(let nested) = $0 { nested } else { nil }
      }
    }
  }
}

extension ValueFormat where Value == Predicate {
  /// A question to a value.
  static var predicate: Self { predicate(.predicate) }

  /// A question to a value, or to a whole answer with its status.
  static func predicate(_ object: DeclaredObject) -> Self {
    ValueFormat.object(object, Predicate.declaration).nested(.predicates).standingIn(
      Predicate([.exists(true)]))
  }
}

extension ValueFormat where Value == String {
  /// A host name; `*.` at the front stands for any subdomain.
  fileprivate static var host: Self {
    Self(
      .text(.host), read: { $0.string($1) }, write: { .string($0) },
      check: { host, range in
        guard !WebAddress.isHostPattern(host) else { return }
        range.add("\"\(host)\" is not a host name; write it like \"api.example.com\" or \"*.example.com\"")
      }, standIn: UnreadParts.standInName)
  }
}
