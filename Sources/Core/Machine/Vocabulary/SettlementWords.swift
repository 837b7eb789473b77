/// The outcome of a step. The machine identifies results, failures and error classes (`ErrorNumbers`) by numbers, -1
/// for none; a trace identifies results and failures by texts, nil for none.
package struct Settlement<Name: Equatable & Sendable>: Equatable, Sendable {
  package var status: Status
  package var name: Name
  package var source: Source?
  package var reason: SkipReason?

  func named<Other>(_ name: (Name) -> Other) -> Settlement<Other> {
    Settlement<Other>(status: status, name: name(self.name), source: source, reason: reason)
  }
}

extension Settlement<Int32> {
  init(_ status: Status, name: Int32 = -1, source: Source? = nil, reason: SkipReason? = nil) {
    self.init(status: status, name: name, source: source, reason: reason)
  }
}

extension Settlement<String?> {
  package init(_ status: Status, name: String? = nil, source: Source? = nil, reason: SkipReason? = nil) {
    self.init(status: status, name: name, source: source, reason: reason)
  }
}

/// The origin of a settled step's value.
package enum ValueOrigin: Equatable, Sendable {
  case none
  /// The attempt that has just ended, by its number.
  case attempt(Int32)
  /// The step's own constant or cache.
  case own
  /// A local fallback, by its index in the step.
  case fallback(Int32)
}

package enum SkipReason: Equatable, Sendable {
  /// A step that it needs, by its index, is not available.
  case need(step: Int, Status)
  case condition
  case group
}
