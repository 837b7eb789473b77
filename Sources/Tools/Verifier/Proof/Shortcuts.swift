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

  /// All of them.
  package static let all: Shortcuts = [.construction, .arithmetic, .rehearsals, .rules]
}
