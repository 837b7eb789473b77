// Writing.
extension Visitor {
  /// The members of an object that must be written.
  package static func members<Object: FormatObject>(of object: Object) -> [JSONObject.Member] {
    let visitor = Visitor(.writing)
    _ = visitor.object(object)
    return visitor.written?.object?.members ?? []
  }

  package static func json<Object: FormatObject>(of object: Object) -> JSONValue {
    .object(JSONObject(members(of: object)))
  }

  /// The members that a visit writes for an object.
  ///
  /// - Parameter empty: Visits the object without any key, for its default values.
  func members(empty: () -> Void = {}, _ visit: () -> Void) -> [JSONObject.Member] {
    let outer = (output, defaults)
    (output, defaults) = ([], [])
    empty()
    (output, defaults) = ([], output)
    visit()
    let members = output
    (output, defaults) = outer
    return members
  }
}

// Describing.
extension Visitor {
  /// The keys of a document's objects, inner ones included, in their order.
  package static func keys<Document: FormatObject>(in _: Document.Type) -> [DeclaredObject: [DeclaredKey]] {
    let visitor = Visitor(.describing)
    _ = visitor.object(nil as Document?)
    return visitor.described
  }

  /// Describes an object at its first visit.
  func describe(_ kind: DeclaredObject, _ visit: () -> Void) {
    guard described[kind] == nil else { return }
    described[kind] = []
    let outer = (keys, choices)
    (keys, choices) = ([], [])
    visit()
    for (names, isRequired) in choices {
      for index in keys.indices where names.contains(keys[index].name) {
        keys[index].choice = names
        keys[index].isChoiceRequired = isRequired
      }
    }
    described[kind] = keys
    (keys, choices) = outer
  }

  /// Adds a key. A key that goes with several others, or whose value has several forms, is named more than once.
  func describe(_ key: Key, hasDefault: Bool) {
    let owners = key.placement?.owners ?? []
    if let index = keys.firstIndex(where: { $0.name == key.name }) {
      if owners.isEmpty {
        keys[index].shape = .oneOf([keys[index].shape, shape])
      } else {
        keys[index].goesWith += owners
      }
      return
    }
    var declared = DeclaredKey(
      name: key.name, shape: shape, isRequired: key.isRequired, goesWith: owners)
    if hasDefault, !key.isRequired, let written, written.object == nil, written != .array([]) {
      declared.defaultValue = written
    }
    keys.append(declared)
  }
}
