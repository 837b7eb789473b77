extension JSONValue {
  /// The value without the members of objects that are null, at any depth.
  package func droppingNulls() -> JSONValue {
    switch self {
    case .null, .bool, .integer, .double, .string: return self
    case .array(var elements):
      for index in elements.indices { elements[index] = elements[index].droppingNulls() }
      return .array(elements)
    case .object(let object):
      var members: [JSONObject.Member] = []
      for member in object.members {
        if case .null = member.value { continue }
        members.append(JSONObject.Member(name: member.name, value: member.value.droppingNulls()))
      }
      return .object(JSONObject(members))
    }
  }
}
