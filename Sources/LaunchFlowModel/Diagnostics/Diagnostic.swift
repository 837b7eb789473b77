/// Something wrong, or merely pointless, in a document: what it is, where, and what to do.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    case error, warning
  }

  /// Another place that belongs to it: where a name was given first, say.
  public struct Note: Hashable, Sendable {
    /// What is there, in one sentence without a full stop.
    public var message: String
    /// Where it is.
    public var place: Place

    /// Points to another place.
    public init(_ message: String, at place: Place) {
      self.message = message
      self.place = place
    }
  }

  /// The kind of problem.
  public var code: DiagnosticCode
  /// Whether the document can still be used.
  public var severity: Severity
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// Where it is.
  public var place: Place
  /// What to do about it.
  public var hint: String?
  /// Other places that belong to it, nearest first.
  public var notes: [Note]

  /// Reports something.
  public init(
    _ code: DiagnosticCode, _ message: String, at place: Place, hint: String? = nil, notes: [Note] = [],
    severity: Severity? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.message = message
    self.place = place
    self.hint = hint
    self.notes = notes
  }
}

/// Where something stands in a document.
public struct Place: Hashable, Sendable {
  /// Whether the key or the value is meant.
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
  public init(_ path: JSONPointer, _ part: Part = .value, range: SourceRange? = nil) {
    self.path = path
    self.part = part
    self.range = range
  }
}

/// A position in a text.
public struct SourcePosition: Hashable, Sendable {
  /// Bytes of UTF-8 since the start.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// A position in a text.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }
}

/// A stretch of text, from its first position to the one behind its last.
public struct SourceRange: Hashable, Sendable {
  /// The first position.
  public var start: SourcePosition
  /// The position behind the last one.
  public var end: SourcePosition

  /// A stretch of text.
  public init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }
}
