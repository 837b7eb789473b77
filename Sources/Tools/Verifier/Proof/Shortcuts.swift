/// The means that decide claims without exploring all runs of the flow. Each can be left out without changing
/// a verdict that an exploration reaches.
package struct Shortcuts: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A checked flow lands by its construction.
  package static let construction = Shortcuts(rawValue: 1)
  /// Bounds on the landing by sums of time-outs.
  package static let arithmetic = Shortcuts(rawValue: 2)
  /// Runs that are chosen in advance.
  package static let rehearsals = Shortcuts(rawValue: 4)
  /// Exclusion by the landing rules, for any order of events.
  package static let rules = Shortcuts(rawValue: 8)

  package static let all: Shortcuts = [.construction, .arithmetic, .rehearsals, .rules]
}
