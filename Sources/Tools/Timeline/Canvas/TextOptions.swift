/// The abilities of a terminal, and the wishes of its user.
package struct TextOptions: Hashable, Sendable {
  /// The columns, from 40 to 500; no line is wider.
  package var width = 100
  package var isColoured = false
  package var isASCII = false
  package var showsLegend = true

  package init() {}
}
