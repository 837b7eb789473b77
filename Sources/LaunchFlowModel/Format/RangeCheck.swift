/// Holds the values of a document to the ranges that their keys declare, be it read from a file or built in code.
package struct RangeCheck {
  private(set) var path: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The places with stand-ins for unreadable values; they are not reported.
  private let unread: UnreadParts

  init(at path: [String] = [], unread: UnreadParts = UnreadParts()) {
    self.path = path
    self.unread = unread
  }

  /// Checks what is at a key, name or index.
  mutating func within(_ token: String, _ check: (inout RangeCheck) -> Void) {
    path.append(token)
    check(&self)
    path.removeLast()
  }

  /// Reports a value outside of its range.
  mutating func add(_ message: String, hint: String? = nil) {
    add(.badValue, message, .value, hint: hint)
  }

  /// Reports a key that may not be where it is.
  mutating func misplaced(_ message: String) {
    add(.misplacedKey, message, .key)
  }

  private mutating func add(
    _ code: DiagnosticCode, _ message: String, _ part: Place.Part, hint: String? = nil
  ) {
    let path = JSONPointer(tokens: path)
    guard !unread.contains(path) else { return }
    diagnostics.append(Diagnostic(code, message, at: Place(path, part), hint: hint))
  }
}

extension ObjectFormat {
  /// Values outside of their ranges, and keys that do not go with the others.
  package func diagnostics(of root: Root, at path: [String] = [], unread: UnreadParts = UnreadParts())
    -> [Diagnostic]
  {
    var range = RangeCheck(at: path, unread: unread)
    check(root, &range)
    return range.diagnostics
  }
}

extension DocumentReader {
  /// Reports at once where the value that has just been read lies outside of its range.
  func check<Value>(_ value: Value, _ check: (Value, inout RangeCheck) -> Void) {
    var range = RangeCheck(at: path)
    check(value, &range)
    if !range.diagnostics.isEmpty { report(range.diagnostics) }
  }
}
