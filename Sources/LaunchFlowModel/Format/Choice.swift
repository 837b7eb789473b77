/// Collects the keys that say which case of a union a value is, each with the keys that go with it.
package struct Choice<Union: Sendable> {
  /// A case with its key.
  struct Case: Sendable {
    let name: String
    /// Reads the case whose key is there; nil where that fails.
    let read: @Sendable (Fields, Int, DocumentReader) -> Union?
    /// Writes the value if it is of this case, and says whether it is.
    let write: @Sendable (Union, inout [JSONObject.Member]) -> Bool
    let check: @Sendable (Union, inout RangeCheck) -> Bool
  }

  fileprivate(set) var cases: [Case] = []
  /// Each key with its shape; a companion goes with some of the others.
  fileprivate(set) var keys: [DeclaredKey] = []
  fileprivate let base: Int

  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate init(base: Int) {
    self.base = base
  }

  /// The cases' names, in the order of the declaration.
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate static func names(of cases: [Case]) -> [String] {
    var names: [String] = []
    for each in cases { names.append(each.name) }
    return names
  }

  /// A case with one key.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func add<A>(
    _ name: String, _ format: ValueFormat<A>, _ embed: @escaping @Sendable (A) -> Union,
    _ extract: @escaping @Sendable (Union) -> A?
  ) {
    _ = declare(name, format.shape, goesWith: nil)
    let (read, write, check) = (format.read, format.write, format.check)
    cases.append(
      Case(
        name: name,
        read: { _, node, reader in
          guard let value = reader.reading(name, { read(reader, node) }) else { return nil }
          return embed(value)
        },
        write: { union, members in
          guard let value = extract(union) else { return false }
          members.append(.init(name: name, value: write(value)))
          return true
        },
        check: { union, range in
          guard let value = extract(union) else { return false }
          if let check { range.within(name) { check(value, &$0) } }
          return true
        }))
  }

  /// A case with a key and another one that goes with it.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func add<A, B>(
    _ name: String, _ format: ValueFormat<A>, _ second: Companion<B>,
    _ embed: @escaping @Sendable (A, B) -> Union, _ extract: @escaping @Sendable (Union) -> (A, B)?
  ) {
    add(name, format, second, Companion<Void>.none, { a, b, _ in embed(a, b) }) { union in
      extract(union).map { ($0.0, $0.1, ()) }
    }
  }

  /// A case with a key and two others that go with it.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func add<A, B, C>(
    _ name: String, _ format: ValueFormat<A>, _ second: Companion<B>, _ third: Companion<C>,
    _ embed: @escaping @Sendable (A, B, C) -> Union, _ extract: @escaping @Sendable (Union) -> (A, B, C)?
  ) {
    _ = declare(name, format.shape, goesWith: nil)
    let slots = (declare(second, of: name), declare(third, of: name))
    cases.append(
      Case(
        name: name,
        read: { fields, node, reader in
          // All are read, so that all that is wrong is reported.
          let first = reader.reading(name) { format.read(reader, node) }
          let second = second.read(fields, slots.0, reader)
          let third = third.read(fields, slots.1, reader)
          guard let first, let second, let third else { return nil }
          return embed(first, second, third)
        },
        write: { union, members in
          guard let (a, b, c) = extract(union) else { return false }
          members.append(.init(name: name, value: format.write(a)))
          second.write(b, &members)
          third.write(c, &members)
          return true
        },
        check: { union, range in
          guard let (a, b, c) = extract(union) else { return false }
          if let check = format.check { range.within(name) { check(a, &$0) } }
          second.check(b, &range)
          third.check(c, &range)
          return true
        }))
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func declare<B>(_ companion: Companion<B>, of name: String) -> Int {
    guard let key = companion.name else { return 0 }
    let slot = declare(key, companion.shape, goesWith: name)
    keys[slot - base].isRequired = companion.isRequired
    return slot
  }

  /// The slot of a key, which several cases may share.
  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func declare(_ name: String, _ shape: Shape, goesWith owner: String?) -> Int {
    if let index = keys.firstIndex(where: { $0.name == name }) {
      if let owner { keys[index].goesWith.append(owner) }
      return base + index
    }
    keys.append(DeclaredKey(name: name, shape: shape, goesWith: owner.map { [$0] } ?? []))
    return base + keys.count - 1
  }
}

/// A key that goes with another one.
package struct Companion<Value: Sendable>: Sendable {
  let name: String?
  let shape: Shape
  var isRequired = false
  /// Reads it; nil where the case cannot be read without it.
  let read: @Sendable (Fields, Int, DocumentReader) -> Value?
  let write: @Sendable (Value, inout [JSONObject.Member]) -> Void
  let check: @Sendable (Value, inout RangeCheck) -> Void

  /// A key that must be there.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func required(
    _ name: String, _ format: ValueFormat<Value>,
    standIn: @autoclosure @escaping @Sendable () -> Value? = nil
  ) -> Self {
    Self(
      name: name, shape: format.shape, isRequired: true,
      read: { fields, slot, reader in
        guard let node = fields[slot] else {
          reader.reportMissing(name, in: fields)
          return standIn()
        }
        return reader.reading(name) { format.read(reader, node) } ?? standIn()
      },
      write: { $1.append(.init(name: name, value: format.write($0))) },
      check: { value, range in
        if let check = format.check { range.within(name) { check(value, &$0) } }
      })
  }

  /// A key that may be missing.
  @_semantics("optimize.sil.specialize.generic.never")
  static func optional<Some>(
    _ name: String, _ format: ValueFormat<Some>, standIn: @autoclosure @escaping @Sendable () -> Some? = nil
  ) -> Self where Value == Some? {
    Self(
      name: name, shape: format.shape,
      read: { fields, slot, reader in
        guard let node = fields[slot] else { return .some(nil) }
        return .some(reader.reading(name) { format.read(reader, node) } ?? standIn())
      },
      write: { value, members in
        if let value { members.append(.init(name: name, value: format.write(value))) }
      },
      check: { value, range in
        if let value, let check = format.check { range.within(name) { check(value, &$0) } }
      })
  }
}

extension Companion where Value == Void {
  static var none: Self {
    Self(name: nil, shape: .any, read: { _, _, _ in () }, write: { _, _ in }, check: { _, _ in })
  }
}

extension KeyDeclarations {
  /// Keys of which exactly one must be there.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func choose<Union>(
    _ get: @escaping Getter<Union>, _ set: @escaping Setter<Union>, _ declare: (inout Choice<Union>) -> Void
  ) {
    choose(isRequired: true, declare, get: get, set: set)
  }

  /// Keys of which at most one may be there; without any the property keeps its initial value.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func chooseIfAny<Union>(
    _ get: @escaping Getter<Union>, _ set: @escaping Setter<Union>, _ declare: (inout Choice<Union>) -> Void
  ) {
    choose(isRequired: false, declare, get: get, set: set)
  }

  /// Keys of which at most one may be there; without any the property is nil.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func chooseIfAny<Union>(
    _ get: @escaping Getter<Union?>, _ set: @escaping Setter<Union?>, _ declare: (inout Choice<Union>) -> Void
  ) {
    choose(isRequired: false, declare, get: get, set: { set(&$0, $1) })
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func choose<Union>(
    isRequired: Bool, _ declare: (inout Choice<Union>) -> Void,
    get: @escaping Getter<Union?>, set: @escaping Setter<Union>
  ) {
    let (base, keys, cases) = declared(declare, isChoice: true, isRequired: isRequired)
    let names = Choice.names(of: cases)
    let slots = names.map { name in base + (keys.firstIndex { $0.name == name } ?? 0) }
    let companions = keys.indices.filter { !keys[$0].goesWith.isEmpty }
    add(
      keys,
      Part(
        read: { root, fields, reader in
          let chosen = reader.onlyOne(of: slots, names: names, in: fields)
          if chosen == nil, isRequired { return reader.reportMissing(oneOf: names, in: fields) }
          for companion in companions {
            guard let node = fields[base + companion],
              chosen.map({ !keys[companion].goesWith.contains(cases[$0.index].name) }) ?? true
            else { continue }
            reader.reportMisplaced(keys[companion].name, goesWith: keys[companion].goesWith, at: node)
          }
          guard let chosen else { return }
          if let value = cases[chosen.index].read(fields, chosen.node, reader) { set(&root, value) }
        },
        write: { root, members in
          guard let value = get(root) else { return }
          for each in cases where each.write(value, &members) { return }
        },
        check: { root, range in
          guard let value = get(root) else { return }
          for each in cases where each.check(value, &range) { return }
        }))
  }

  /// Keys any of which may be there; each adds an element, in the file's order.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func collect<Element>(
    _ get: @escaping Getter<[Element]>, _ set: @escaping Setter<[Element]>, standIn: Element,
    _ declare: (inout Choice<Element>) -> Void
  ) {
    let (base, keys, cases) = declared(declare, isChoice: false, isRequired: false)
    add(
      keys,
      Part(
        read: { root, fields, reader in
          let present = fields.present(in: base..<base + cases.count)
          guard !present.isEmpty else { return }
          var elements = get(root)
          for (slot, node) in present {
            elements.append(cases[slot - base].read(fields, node, reader) ?? standIn)
          }
          set(&root, elements)
        },
        write: { root, members in
          for element in get(root) {
            for each in cases where each.write(element, &members) { break }
          }
        },
        check: { root, range in
          for element in get(root) {
            for each in cases where each.check(element, &range) { break }
          }
        }))
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func declared<Union>(
    _ declare: (inout Choice<Union>) -> Void, isChoice: Bool, isRequired: Bool
  ) -> (base: Int, keys: [DeclaredKey], cases: [Choice<Union>.Case]) {
    var choice = Choice<Union>(base: keys.count)
    declare(&choice)
    guard isChoice else { return (choice.base, choice.keys, choice.cases) }
    let names = Choice.names(of: choice.cases)
    for index in choice.keys.indices where choice.keys[index].goesWith.isEmpty {
      choice.keys[index].choice = names
      choice.keys[index].isChoiceRequired = isRequired
    }
    return (choice.base, choice.keys, choice.cases)
  }
}
