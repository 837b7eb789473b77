/// The means by which claims are decided without an exploration of all runs of the flow itself. Each of them can be
/// left out; the verdicts are the same, as far as an exploration then gets.
package struct Shortcuts: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A checked flow lands by its construction.
  package static let construction = Shortcuts(rawValue: 1)
  /// Bounds on the landing by sums of time-outs.
  package static let arithmetic = Shortcuts(rawValue: 2)
  /// Runs that are chosen in advance.
  package static let rehearsals = Shortcuts(rawValue: 4)
  /// What the landing rules exclude in any order of events.
  package static let rules = Shortcuts(rawValue: 8)
  /// Leaves out steps that a claim does not depend on.
  package static let cone = Shortcuts(rawValue: 16)
  /// Leaves out needs and waits that others imply.
  package static let redundantWaits = Shortcuts(rawValue: 32)
  /// Merges a step with the only one that waits for it.
  package static let series = Shortcuts(rawValue: 64)
  /// Merges steps that begin together and have the same readers.
  package static let parallel = Shortcuts(rawValue: 128)

  /// All of them.
  package static let all: Shortcuts = [
    .construction, .arithmetic, .rehearsals, .rules, .cone, .redundantWaits, .series, .parallel,
  ]
  /// Those that make a smaller flow.
  static let smallerFlow: Shortcuts = [.cone, .redundantWaits, .series, .parallel]
}
