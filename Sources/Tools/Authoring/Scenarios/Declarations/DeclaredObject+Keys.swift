extension DeclaredObject {
  /// The keys of the object in file order; none for a condition, whose keys are the author's own names.
  package var keys: [DeclaredKey] { Self.keysOfAll[self] ?? [] }

  /// Whether the object has a key, even where only an error about its value follows.
  func hasKey(_ name: String) -> Bool { Self.declared[self]?.contains { $0.name == name } ?? false }

  private static let keysOfAll: [DeclaredObject: [DeclaredKey]] = {
    var all = declared
    for kind in [predicate, result] { all[kind] = all[kind]?.compactMap(\.withoutStatus) }
    return all
  }()

  private static let declared: [DeclaredObject: [DeclaredKey]] = {
    var all = Visitor.keys(in: Flow.self)
    for others in [
      Visitor.keys(in: ScenarioFile.self), Visitor.keys(in: OfflineSwitchDocument.self),
      Visitor.keys(in: SwitchScenarioFile.self),
    ] {
      all.merge(others) { first, _ in first }
    }
    return all
  }()
}

extension DeclaredKey {
  /// The key in a predicate on a value, which has no HTTP status. The error for this key names its allowed place.
  fileprivate var withoutStatus: DeclaredKey? {
    guard name != "status" else { return nil }
    var key = self
    switch key.shape {
    case .list(.object(.answer), let count, let isUnique):
      key.shape = .list(.object(.predicate), count: count, isUnique: isUnique)
    case .object(.answer): key.shape = .object(.predicate)
    default: break
    }
    return key
  }
}
