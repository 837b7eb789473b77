extension JSONValue {
  /// The value without the members of objects that are null, at any depth.
  package func droppingNulls() -> JSONValue {
    var open = [NullDropping(self, name: "")]
    while true {
      let last = open.count - 1
      if let (name, value) = open[last].next() {
        switch value {
        case .array, .object: open.append(NullDropping(value, name: name))
        default: open[last].take(value, name: name)
        }
        continue
      }
      let done = open.removeLast()
      guard let parent = open.indices.last else { return done.value }
      open[parent].take(done.value, name: done.name)
    }
  }
}

/// An array or object whose copy without nulls is being built; a stack of these replaces recursion.
private struct NullDropping {
  /// Its name in the object around it.
  let name: String
  private let source: JSONValue
  private var position = 0
  private var elements: [JSONValue] = []
  private var members: [JSONObject.Member] = []

  init(_ source: JSONValue, name: String) {
    self.source = source
    self.name = name
  }

  /// The next value that is kept.
  mutating func next() -> (name: String, value: JSONValue)? {
    switch source {
    case .array(let elements):
      guard position < elements.count else { return nil }
      defer { position += 1 }
      return ("", elements[position])
    case .object(let object):
      while position < object.members.count {
        defer { position += 1 }
        let member = object.members[position]
        if case .null = member.value { continue }
        return (member.name, member.value)
      }
      return nil
    default:
      return nil
    }
  }

  mutating func take(_ value: JSONValue, name: String) {
    if case .array = source {
      elements.append(value)
    } else {
      members.append(JSONObject.Member(name: name, value: value))
    }
  }

  var value: JSONValue {
    switch source {
    case .array: .array(elements)
    case .object: .object(JSONObject(members))
    default: source
    }
  }
}
