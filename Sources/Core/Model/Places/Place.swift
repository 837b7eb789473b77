/// A place in a document: its path, and its range in a text.
package struct Place: Equatable, Sendable {
  /// The key or the value of a member.
  package enum Part: Sendable {
    case key, value
  }

  /// The way from the document's root: keys, and indices as decimal numbers.
  package var path: JSONPointer
  package internal(set) var part: Part
  /// The range in the text; nil for a document that was built in code.
  package var range: SourceRange?

  package init(_ path: JSONPointer, _ part: Part = .value, range: SourceRange? = nil) {
    self.path = path
    self.part = part
    self.range = range
  }
}
