// Keys with their values. A missing key does not change its property. A default value is not written.
extension Visitor {
  /// A key and its value; returns the value that was read.
  package func key<Value>(
    _ name: String, _ value: Value?, required: Bool = false, _ visit: (Value?) -> Value?
  ) -> Value? {
    guard let key = enter(name, required: required, isWritten: value != nil) else { return nil }
    let found = visit(value)
    leave(key, isRead: found != nil)
    return found
  }

  package func key<Value>(
    _ name: String, _ value: inout Value, required: Bool = false, _ visit: (Value?) -> Value?
  ) {
    guard let key = enter(name, required: required) else { return }
    let found = visit(value)
    leave(key, isRead: found != nil, hasDefault: true)
    if let found { value = found }
  }

  /// A key and the property of its value, which is nil without the key.
  ///
  /// - Parameter standIn: The value if the key is present but cannot be read.
  package func key<Value>(
    _ name: String, _ value: inout Value?, required: Bool = false, standIn: Value? = nil,
    _ visit: (Value?) -> Value?
  ) {
    guard let key = enter(name, required: required, isWritten: value != nil) else { return }
    let found = visit(value)
    leave(key, isRead: found != nil)
    if let found = found ?? (isReading ? standIn : nil) { value = found }
  }

  /// A key and the property of its list or map. An empty one is not written.
  package func key<Element>(
    _ name: String, _ value: inout [Element], required: Bool = false,
    _ visit: ([Element]?) -> [Element]?
  ) {
    guard let key = enter(name, required: required) else { return }
    let found = visit(value)
    leave(key, isRead: found != nil, isSet: found?.isEmpty == false, hasDefault: true)
    if let found { value = found }
  }

  /// A key that is allowed and has no effect, such as `$schema`.
  package func ignore<Value>(_ name: String, _ visit: (Value?) -> Value?) {
    guard let key = enter(name, isWritten: false) else { return }
    let found = visit(nil)
    leave(key, isRead: found != nil)
  }
}

extension Visitor {
  @inline(never)
  package func key(
    _ name: String, _ value: String?, _ kind: TextKind = .free, references: Bool = false,
    required: Bool = false
  ) -> String? {
    key(name, value, required: required) { text($0, kind, references: references) }
  }

  @inline(never)
  package func key(
    _ name: String, _ value: inout String, _ kind: TextKind = .free, references: Bool = false,
    required: Bool = false
  ) {
    key(name, &value, required: required) { text($0, kind, references: references) }
  }

  @inline(never)
  package func key(
    _ name: String, _ value: inout String?, _ kind: TextKind = .free, references: Bool = false
  ) {
    key(name, &value) { text($0, kind, references: references) }
  }

  /// False is not written.
  @inline(never)
  package func key(_ name: String, _ value: inout Bool) {
    guard let key = enter(name) else { return }
    let found = bool(value)
    leave(key, isRead: found != nil, isSet: found == true, hasDefault: true)
    if let found { value = found }
  }

  @inline(never)
  package func key(_ name: String, _ value: inout Bool?) { key(name, &value) { bool($0) } }

  /// Zero is not written.
  @inline(never)
  package func key(_ name: String, _ value: inout Int, _ range: ClosedRange<Int>, required: Bool = false) {
    guard let key = enter(name, required: required) else { return }
    let found = integer(value, range)
    leave(key, isRead: found != nil, isSet: found != 0, hasDefault: true)
    if let found { value = found }
  }

  @inline(never)
  package func key(_ name: String, _ value: inout Int?, _ range: ClosedRange<Int>) {
    key(name, &value) { integer($0, range) }
  }

  @inline(never)
  package func key(
    _ name: String, _ value: inout Double, _ range: ClosedRange<Double>, required: Bool = false
  ) {
    key(name, &value, required: required) { number($0, range) }
  }

  @inline(never)
  package func key(_ name: String, _ value: inout Double?, _ range: ClosedRange<Double>) {
    key(name, &value) { number($0, range) }
  }

  @inline(never)
  package func key(
    _ name: String, _ value: Duration?, atLeast least: Duration = .zero, required: Bool = false
  ) -> Duration? {
    key(name, value, required: required) { duration($0, atLeast: least) }
  }

  @inline(never)
  package func key(
    _ name: String, _ value: inout Duration, atLeast least: Duration = .zero, required: Bool = false
  ) {
    key(name, &value, required: required) { duration($0, atLeast: least) }
  }

  @inline(never)
  package func key(
    _ name: String, _ value: inout Duration?, atLeast least: Duration = .zero, standIn: Duration? = nil
  ) {
    key(name, &value, standIn: standIn) { duration($0, atLeast: least) }
  }

  @inline(never)
  func key(_ name: String, _ value: inout JSONPointer) { key(name, &value) { pointer($0) } }

  @inline(never)
  func key(_ name: String, _ value: inout JSONPointer?) { key(name, &value) { pointer($0) } }

  package func key<Word: RawRepresentable & CaseIterable>(
    word name: String, _ value: inout Word, required: Bool = false
  ) where Word.RawValue == String {
    key(name, &value, required: required) { word($0) }
  }

  package func key<Word: RawRepresentable & CaseIterable>(
    word name: String, _ value: inout Word?, required: Bool = false
  ) where Word.RawValue == String {
    key(name, &value, required: required) { word($0) }
  }

  package func key<Object: FormatObject>(
    _ name: String, _ value: inout Object, as kind: DeclaredObject = Object.object, required: Bool = false
  ) {
    key(name, &value, required: required) { object($0, as: kind) }
  }

  package func key<Object: FormatObject>(
    _ name: String, _ value: inout Object?, as kind: DeclaredObject = Object.object
  ) {
    key(name, &value) { object($0, as: kind) }
  }

  package func key<Object: FormatObject>(
    _ name: String, _ value: Object?, as kind: DeclaredObject = Object.object, required: Bool = false
  ) -> Object? {
    key(name, value, required: required) { object($0, as: kind) }
  }
}
