extension RequestRenderer {
  /// A JSON value with its references filled in. A string that consists of one reference becomes the value itself.
  ///
  /// - Returns: Nil if an optional reference of a text has no value. Such elements and members are left out.
  package func filled(_ value: JSONValue) throws(RequestFlaw) -> JSONValue? {
    switch value {
    case .null, .bool, .integer, .double: return value
    case .string(let text):
      let template = try Self.template(text)
      guard let reference = template.wholeReference else { return try filled(template).map(JSONValue.string) }
      if let found = resolve(reference) { return found }
      if reference.isOptional { return nil }
      throw .nothing(at: reference)
    case .array(let elements):
      var filled: [JSONValue] = []
      for element in elements {
        if let element = try self.filled(element) { filled.append(element) }
      }
      return .array(filled)
    case .object(let object):
      var members: [JSONObject.Member] = []
      for member in object.members {
        guard let value = try filled(member.value) else { continue }
        members.append(JSONObject.Member(name: member.name, value: value))
      }
      return .object(JSONObject(members))
    }
  }

  /// A text with its references filled in; nil if it is left out.
  func filled(_ text: String) throws(RequestFlaw) -> String? {
    try filled(Self.template(text))
  }

  private func filled(_ template: Template) throws(RequestFlaw) -> String? {
    var text = ""
    for segment in template.segments {
      switch segment {
      case .text(let literal): text += literal
      case .reference(let reference):
        if reference.isOptional, resolve(reference) ?? .null == .null { return nil }
        text += try plainText(at: reference)
      }
    }
    return text
  }

  /// The text of a reference. Null counts as no value.
  func plainText(at reference: Template.Reference) throws(RequestFlaw) -> String {
    guard let value = resolve(reference), value != .null else { throw .nothing(at: reference) }
    return value.plainText
  }

  /// A header's value as text; nil for a null that the author wrote.
  func text(_ value: JSONValue) throws(RequestFlaw) -> String? {
    switch value {
    case .null: nil
    case .string(let text): try filled(text)
    default: try filled(value.fieldValue)?.fieldText(of: value)
    }
  }

  /// A parameter's values as texts: one for each element of an array, none for a null that the author wrote.
  func texts(_ value: JSONValue) throws(RequestFlaw) -> [String] {
    if value == .null { return [] }
    guard let filled = try filled(value.fieldValue) else { return [] }
    if value.embeddedJSON != nil { return [filled.text()] }
    if case .array(let elements) = filled { return elements.map({ $0.plainText }) }
    if filled == .null, case .string(let text) = value, let reference = try Self.template(text).wholeReference
    {
      if reference.isOptional { return [] }
      throw .nothing(at: reference)
    }
    return [filled.plainText]
  }

  static func template(_ text: String) throws(RequestFlaw) -> Template {
    do throws(Template.Flaw) {
      return try Template(text)
    } catch {
      throw .template(error)
    }
  }
}

extension JSONValue {
  /// The value whose references are filled in: the JSON of an encoded field, or the value itself.
  fileprivate var fieldValue: JSONValue { embeddedJSON ?? self }

  /// The text of a field for its filled value.
  fileprivate func fieldText(of written: JSONValue) -> String {
    written.embeddedJSON == nil ? plainText : text()
  }
}
