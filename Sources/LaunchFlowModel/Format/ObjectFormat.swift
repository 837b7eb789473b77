/// The keys of an object of the format's own, in the order in which they are written.
///
/// The generic code of the format is never specialised: a copy for each type of a document took 1.5 MB in every app
/// (`.ci/size`), twice the time of the build, and read files no faster.
package struct ObjectFormat<Root: Sendable>: Sendable {
  /// The object's name in messages: `the retry`, or with its own name `the input "signed-in"`.
  let noun: String
  /// Whether the object has a name, the author's own.
  let isNamed: Bool
  /// The object without any key, by its name.
  let initial: @Sendable (String) -> Root
  /// All keys in file order.
  package let keys: [DeclaredKey]
  private let names: [String]
  private let parts: [Part]
  /// The keys of the object around it, which an author may have put into this one.
  private let around: [String]
  /// The key whose value an author may have written as a key.
  private let nameKey: String?

  /// What to write instead of a value that is no object; nil where the reader's own words do.
  var hint: (@Sendable (JSONValue) -> String?)?

  /// One key, or several that have one value together.
  struct Part: Sendable {
    let read: @Sendable (inout Root, Fields, DocumentReader) -> Void
    let write: @Sendable (Root, inout [JSONObject.Member]) -> Void
    var check: (@Sendable (Root, inout RangeCheck) -> Void)?
    /// Whether a key may be there for a document that was built in code, where that depends on other keys.
    var placement: (@Sendable (Root, inout RangeCheck) -> Void)?
  }

  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ noun: String, isNamed: Bool = false, around: [String] = [], nameKey: String? = nil,
    initial: @escaping @Sendable (String) -> Root, _ declare: (inout KeyDeclarations<Root>) -> Void
  ) {
    self.noun = noun
    self.isNamed = isNamed
    self.initial = initial
    self.around = around
    self.nameKey = nameKey
    var declarations = KeyDeclarations(initial: initial)
    declare(&declarations)
    keys = declarations.keys
    parts = declarations.parts
    names = keys.map(\.name)
  }

  /// The same with words for a value that is no object.
  @_semantics("optimize.sil.specialize.generic.never")
  func hinting(_ hint: @escaping @Sendable (JSONValue) -> String?) -> Self {
    var format = self
    format.hint = hint
    return format
  }

  /// The object as an element of a list; one that cannot be read is replaced.
  ///
  /// - Parameter hint: What to write instead of a value that is no object.
  @_semantics("optimize.sil.specialize.generic.never")
  package func element(
    _ object: DeclaredObject, hint: (@Sendable (JSONValue) -> String?)? = nil
  ) -> ValueFormat<Root> {
    .object(object, self, hint: hint).standingIn(initial(""))
  }
}

extension ObjectFormat {
  /// Reads the readable parts of an object; false for another value.
  @_semantics("optimize.sil.specialize.generic.never")
  func read(_ node: Int, _ reader: DocumentReader, into root: inout Root) -> Bool {
    if let hint, reader.kind(node) != .object, let words = hint(reader.json.value(of: node)) {
      reader.mismatch("an object", at: node, hint: words)
      return false
    }
    guard var fields = reader.fields(of: node, names, around: around, nameKey: nameKey) else { return false }
    fields.owner = isNamed ? "the \(noun) \"\(reader.path.last ?? "")\"" : "the \(noun)"
    read(fields, reader, into: &root)
    return true
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func read(_ fields: Fields, _ reader: DocumentReader, into root: inout Root) {
    for part in parts { part.read(&root, fields, reader) }
  }

  /// The keys that must be written, with their values.
  @_semantics("optimize.sil.specialize.generic.never")
  package func members(of root: Root) -> [JSONObject.Member] {
    var members: [JSONObject.Member] = []
    for part in parts { part.write(root, &members) }
    return members
  }

  /// Reports values outside of their ranges, and keys that do not go with the others.
  @_semantics("optimize.sil.specialize.generic.never")
  func check(_ root: Root, _ check: inout RangeCheck) {
    for part in parts {
      part.check?(root, &check)
      part.placement?(root, &check)
    }
  }

  fileprivate var declared: (keys: [DeclaredKey], parts: [Part]) { (keys, parts) }
}

/// Collects the keys of an object while they are declared.
package struct KeyDeclarations<Root: Sendable> {
  typealias Part = ObjectFormat<Root>.Part
  /// Returns the value of a property. A key path literal becomes one; unlike a key path it takes no time at an app's start.
  package typealias Getter<Value> = @Sendable (Root) -> Value
  package typealias Setter<Value> = @Sendable (inout Root, Value) -> Void

  fileprivate(set) var keys: [DeclaredKey] = []
  fileprivate(set) var parts: [Part] = []
  fileprivate let initial: @Sendable (String) -> Root

  /// Whether a key may be there in a document that was built in code.
  package typealias Placement = @Sendable (Root) -> Bool

  /// A key that must be there.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func require<Value>(
    _ name: String, _ get: @escaping Getter<Value>, _ set: @escaping Setter<Value>,
    _ format: ValueFormat<Value>
  ) {
    add(DeclaredKey(name: name, shape: format.shape, isRequired: true), format, get: get, set: set)
  }

  /// A key that may be missing: then the property keeps its initial value, and such a value is not written.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func add<Value: Equatable>(
    _ name: String, _ get: @escaping Getter<Value>, _ set: @escaping Setter<Value>,
    _ format: ValueFormat<Value>, goesWith: [String] = [], where mayBeThere: Placement? = nil
  ) {
    let initial = get(initial(""))
    var key = DeclaredKey(name: name, shape: format.shape, goesWith: goesWith)
    let value = format.write(initial)
    if value.object == nil, value != .array([]) { key.defaultValue = value }
    // An empty list means a missing key, so that only a file can have one where none is allowed.
    var format = format
    if let check = format.check {
      let read = format.read
      format = ValueFormat(
        format.shape,
        read: { reader, node in
          let value = read(reader, node)
          if let value, value == initial { reader.check(value, check) }
          return value
        }, write: format.write, check: check)
    }
    add(
      key, format,
      get: { root in
        let value = get(root)
        return value == initial ? nil : value
      }, set: set, where: mayBeThere)
  }

  /// A key that may be missing.
  ///
  /// - Parameters:
  ///   - standIn: The value where the key is there but cannot be read.
  ///   - mayBeThere: Whether the key may be there, for documents that were built in code.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func add<Value>(
    _ name: String, _ get: @escaping Getter<Value?>, _ set: @escaping Setter<Value?>,
    _ format: ValueFormat<Value>, standIn: @autoclosure @escaping @Sendable () -> Value? = nil,
    goesWith: [String] = [],
    where mayBeThere: Placement? = nil
  ) {
    add(
      DeclaredKey(name: name, shape: format.shape, goesWith: goesWith), format, get: get,
      set: { set(&$0, $1) }, standIn: standIn(), where: mayBeThere)
  }

  /// A key whose property is computed. `get` returns nil where the key is not written.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func add<Value>(
    _ key: DeclaredKey, _ format: ValueFormat<Value>, get: @escaping Getter<Value?>,
    set: @escaping Setter<Value>, standIn: @autoclosure @escaping @Sendable () -> Value? = nil,
    where mayBeThere: Placement? = nil
  ) {
    let (read, write) = (format.read, format.write)
    let slot = keys.count
    let name = key.name
    let isRequired = key.isRequired
    keys.append(key)
    var part = Part(
      read: { root, fields, reader in
        guard let node = fields[slot] else {
          if isRequired { reader.reportMissing(name, in: fields) }
          return
        }
        if let value = reader.reading(name, { read(reader, node) }) ?? standIn() { set(&root, value) }
      },
      write: { root, members in
        if let value = get(root) { members.append(.init(name: name, value: write(value))) }
      },
      check: nil)
    if let check = format.check {
      part.check = { root, range in
        if let value = get(root) { range.within(name) { check(value, &$0) } }
      }
    }
    if let mayBeThere {
      part.placement = { root, range in
        guard get(root) != nil, !mayBeThere(root) else { return }
        range.within(name) {
          $0.misplaced("\"\(name)\" is only allowed with \(key.goesWith.quotedAlternatives)")
        }
      }
    }
    parts.append(part)
  }

  /// A key that is allowed and has no effect, such as `$schema`.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func ignore<Value>(_ name: String, _ format: ValueFormat<Value>) {
    add(DeclaredKey(name: name, shape: format.shape), format, get: { _ in nil }, set: { _, _ in })
  }

  /// An object within this one whose keys set properties of the same value.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func nest(
    _ name: String, _ object: DeclaredObject, isRequired: Bool = false, _ format: ObjectFormat<Root>
  ) {
    let slot = keys.count
    keys.append(DeclaredKey(name: name, shape: .object(object), isRequired: isRequired))
    parts.append(
      Part(
        read: { root, fields, reader in
          guard let node = fields[slot] else {
            if isRequired { reader.reportMissing(name, in: fields) }
            return
          }
          _ = reader.reading(name) { format.read(node, reader, into: &root) ? true : nil }
        },
        write: { root, members in
          let inner = format.members(of: root)
          if isRequired || !inner.isEmpty {
            members.append(.init(name: name, value: .object(JSONObject(inner))))
          }
        },
        check: { root, range in range.within(name) { format.check(root, &$0) } }))
  }

  /// A key whose value has one form where a condition holds, and another form elsewhere.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func add<First: Equatable, Second: Equatable>(
    _ name: String, where isFirst: @escaping Placement,
    _ first: @escaping Getter<[First]>, _ setFirst: @escaping Setter<[First]>, _ format: ValueFormat<[First]>,
    else second: @escaping Getter<[Second]>, _ setSecond: @escaping Setter<[Second]>,
    _ other: ValueFormat<[Second]>
  ) {
    let slot = keys.count
    keys.append(DeclaredKey(name: name, shape: .oneOf([other.shape, format.shape])))
    parts.append(
      Part(
        read: { root, fields, reader in
          guard let node = fields[slot] else { return }
          if isFirst(root) {
            if let value = reader.reading(name, { format.read(reader, node) }) { setFirst(&root, value) }
          } else if let value = reader.reading(name, { other.read(reader, node) }) {
            setSecond(&root, value)
          }
        },
        write: { root, members in
          let value = isFirst(root) ? format.write(first(root)) : other.write(second(root))
          if value != .object(JSONObject()) { members.append(.init(name: name, value: value)) }
        },
        check: { root, range in
          range.within(name) {
            format.check?(first(root), &$0)
            other.check?(second(root), &$0)
          }
        }))
  }

  /// Takes over the keys of a value that this one contains without an object of its own.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func include<Inner>(
    _ format: ObjectFormat<Inner>, at get: @escaping Getter<Inner>, _ set: @escaping Setter<Inner>
  ) {
    let base = keys.count
    for key in format.declared.keys {
      var own = DeclaredKey(name: key.name, shape: key.shape)
      own.isRequired = key.isRequired
      own.defaultValue = key.defaultValue
      own.choice = key.choice
      keys.append(own)
    }
    for part in format.declared.parts {
      var own = Part(
        read: { root, fields, reader in
          var inner = get(root)
          part.read(&inner, fields.shifted(by: base), reader)
          set(&root, inner)
        },
        write: { part.write(get($0), &$1) },
        check: nil)
      if let check = part.check { own.check = { check(get($0), &$1) } }
      parts.append(own)
    }
  }

  /// A part that is declared elsewhere, with its keys.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func add(_ keys: [DeclaredKey], _ part: Part) {
    self.keys += keys
    parts.append(part)
  }
}
