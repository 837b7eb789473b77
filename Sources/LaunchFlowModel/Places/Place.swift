/// A place in a document: a path, and in a text its range.
public struct Place: Hashable, Sendable {
  /// The key or the value of a member.
  public enum Part: Hashable, Sendable {
    case key, value
  }

  /// The way from the document's root: keys, and indices as decimal numbers.
  public var path: JSONPointer
  /// The part of a member that is meant.
  public var part: Part
  /// The position in the text; nil for a document that was built in code.
  public var range: SourceRange?

  /// A place in a document.
  package init(_ path: JSONPointer, _ part: Part = .value, range: SourceRange? = nil) {
    self.path = path
    self.part = part
    self.range = range
  }
}
