/// The abilities of a terminal, and the wishes of its user.
package struct TextOptions: Hashable, Sendable {
  /// The columns, from 40 to 500; no line is wider.
  package var width = 100
  /// Whether escape codes for colours are written.
  package var isColoured = false
  /// Whether only ASCII is written.
  package var isASCII = false
  /// Whether a line explains the signs.
  package var showsLegend = true

  /// Takes 100 columns without colour.
  package init() {}
}
