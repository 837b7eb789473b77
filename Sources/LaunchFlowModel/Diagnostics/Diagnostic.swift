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

extension [Diagnostic] {
  /// By position, then by code; what has no position keeps its order, at the end.
  package func sortedByPosition() -> [Diagnostic] {
    enumerated().sorted { left, right in
      let a = left.element.place.range?.start.offset ?? .max
      let b = right.element.place.range?.start.offset ?? .max
      if a != b { return a < b }
      if a != .max, left.element.code != right.element.code {
        return left.element.code.rawValue < right.element.code.rawValue
      }
      return left.offset < right.offset
    }.map(\.element)
  }
}
