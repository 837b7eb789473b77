/// An error or a warning about a document: what is wrong, and where.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, CaseIterable, Hashable, Sendable {
    case error, warning
  }

  /// Another place that belongs to the problem, such as the first declaration of a name.
  package struct Note: Equatable, Sendable {
    package var message: String
    package var place: Place

    package init(_ message: String, at place: Place) {
      self.message = message
      self.place = place
    }
  }

  package var code: DiagnosticCode
  package internal(set) var severity: Severity
  /// The problem, one sentence without a full stop.
  package var message: String
  package var place: Place
  /// What to write instead. Only the tools of authors add it.
  package var advice: String?
  /// The expected names; empty where the document itself tells them.
  package var known: [String]
  /// Other places that belong to the problem, nearest first.
  package var notes: [Note]

  /// A longer message quotes a text from the document that nobody could read; its middle is left out.
  private static let mostBytes = 4_000

  package init(
    _ code: DiagnosticCode, _ message: String, at place: Place, advice: String? = nil, notes: [Note] = [],
    severity: Severity? = nil, known: [String] = []
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.message =
      message.utf8.count > Self.mostBytes ? "\(message.prefix(600)) … \(message.suffix(200))" : message
    self.place = place
    self.advice = advice
    self.notes = notes
    self.known = known
  }
}

extension Diagnostic {
  /// The code, the place and the message in one text, by which repeated diagnostics are found.
  package var key: String {
    "\(code.rawValue) \(place.path) \(place.part == .key ? "key" : "value") \(message)"
  }
}

extension [Diagnostic] {
  /// A line for each, for an app's log: the place in the document, the message and the code.
  package var lines: String {
    map { "\($0.place.path.tokens.isEmpty ? "" : "\($0.place.path): ")\($0.message) [\($0.code.rawValue)]" }
      .joined(separator: "\n")
  }

  /// Sorted by position, then by code. Diagnostics without a position keep their order, at the end.
  package func sortedByPosition() -> [Diagnostic] {
    let offsets = map { $0.place.range?.start.offset ?? .max }
    return indices.ordered { left, right in
      let (a, b) = (offsets[left], offsets[right])
      if a != b { return a < b }
      if a != .max, self[left].code != self[right].code {
        return self[left].code.rawValue < self[right].code.rawValue
      }
      return left < right
    }.map { self[$0] }
  }
}

/// A document that has errors and so cannot be used.
public struct InvalidDocument: Error, Sendable, CustomStringConvertible {
  package var diagnostics: [Diagnostic]

  package init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// A line for each error.
  public var description: String { diagnostics.lines }
}
