/// A place in a document: a path, and in a text its range.
package struct Place: Hashable, Sendable {
  /// The key or the value of a member.
  package enum Part: Hashable, Sendable {
    case key, value
  }

  /// The way from the document's root: keys, and indices as decimal numbers.
  package var path: JSONPointer
  /// The part of a member that is meant.
  package var part: Part
  /// The position in the text; nil for a document that was built in code.
  package var range: SourceRange?

  /// A place in a document.
  package init(_ path: JSONPointer, _ part: Part = .value, range: SourceRange? = nil) {
    self.path = path
    self.part = part
    self.range = range
  }
}
