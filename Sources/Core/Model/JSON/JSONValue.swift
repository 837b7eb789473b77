/// Any JSON value, with the members of objects in the order in which they were written.
///
/// Equality is strict JSON equality: `1` equals `1.0` but neither `true` nor `"1"`, and the order of an
/// object's members does not matter.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A whole number of 64 bits, in any notation (`2`, `2.0`, `2e0`).
  case integer(Int64)
  /// Any other number.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object, in order, without repeated names.
public struct JSONObject: Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var members: [Member]

  /// Builds an object. Of two members with one name the later value counts, at the earlier one's position.
  package init(_ members: [Member] = []) {
    self.members = []
    self.members.reserveCapacity(members.count)
    guard members.count > 8 else {
      for member in members { self[member.name] = member.value }
      return
    }
    var places: [ExactName: Int] = [:]
    places.reserveCapacity(members.count)
    for member in members {
      if let place = places[ExactName(text: member.name)] {
        self.members[place].value = member.value
      } else {
        places[ExactName(text: member.name)] = self.members.count
        self.members.append(member)
      }
    }
  }

  /// Adds a member with a new name; nil adds none.
  // Inlined, it makes an app larger.
  @inline(never)
  package mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { members.append(Member(name: name, value: value)) }
  }

  /// The names of the members, in order.
  public var names: [String] { members.map { $0.name } }

  /// The value of a member, nil when there is none; setting nil removes it. Linear in the members.
  public subscript(name: String) -> JSONValue? {
    get { members.first { ExactName.isSame($0.name, name) }?.value }
    set {
      let place = members.firstIndex { ExactName.isSame($0.name, name) }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }
}

/// A text that equals another only if both have the same scalars. `String` also equates texts that only look the same.
struct ExactName: Hashable {
  var text: String

  static func == (left: ExactName, right: ExactName) -> Bool { isSame(left.text, right.text) }

  static func isSame(_ left: String, _ right: String) -> Bool {
    left == right && left.utf8.elementsEqual(right.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension JSONValue: Hashable {
  /// Strict JSON equality; deep values are compared without recursion.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    var pending: [(JSONValue, JSONValue)] = []
    guard isEqual(left, right, &pending) else { return false }
    while let (left, right) = pending.popLast() {
      guard isEqual(left, right, &pending) else { return false }
    }
    return true
  }

  /// Whether two values are equal without their elements and members. The pairs of these remain to be compared.
  private static func isEqual(
    _ left: JSONValue, _ right: JSONValue, _ pending: inout [(JSONValue, JSONValue)]
  ) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.integer(let a), .integer(let b)): return a == b
    case (.double(let a), .double(let b)): return a == b
    // A double that equals a whole number exactly is the same JSON number.
    case (.integer(let a), .double(let b)), (.double(let b), .integer(let a)): return Int64(exactly: b) == a
    case (.string(let a), .string(let b)): return ExactName.isSame(a, b)
    case (.array(let a), .array(let b)):
      guard a.count == b.count else { return false }
      pending += zip(a, b)
      return true
    case (.object(let a), .object(let b)): return a.pair(with: b, &pending)
    default: return false
    }
  }

  /// Feeds the parts that equal values share; of inner values only the kind.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .array(let values):
      hasher.combine(values.count)
      for value in values.prefix(16) { value.hashScalar(into: &hasher) }
    default: hashScalar(into: &hasher)
    }
  }

  private func hashScalar(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value):
      if let whole = Int64(exactly: value) { hasher.combine(whole) } else { hasher.combine(value) }
    case .string(let value): hasher.combine(value)
    case .array(let values): hasher.combine(values.count)
    case .object(let object): hasher.combine(object.members.count)
    }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSONValue.object(left) == .object(right)
  }

  /// Feeds only the count, since the order does not matter.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
  }

  /// Pairs the values of members with one name; false if some name is in one object only.
  fileprivate func pair(with other: JSONObject, _ pairs: inout [(JSONValue, JSONValue)]) -> Bool {
    guard members.count == other.members.count else { return false }
    // Nearly always both have the same order; other members are looked up.
    var places: [ExactName: Int] = [:]
    for (place, member) in members.enumerated() {
      if places.isEmpty {
        let counterpart = other.members[place]
        if ExactName.isSame(member.name, counterpart.name) {
          pairs.append((member.value, counterpart.value))
          continue
        }
        for (place, member) in other.members.enumerated() { places[ExactName(text: member.name)] = place }
      }
      guard let match = places[ExactName(text: member.name)] else { return false }
      pairs.append((member.value, other.members[match].value))
    }
    return true
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A null.
  public init(nilLiteral: ()) { self = .null }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number, whole or not.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object. Of two members with one name the later value counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(name: $0.0, value: $0.1) }))
  }

  /// A value for an input of the type `duration`.
  public static func duration(_ value: Duration) -> JSONValue { .string(value.documentText) }

  /// A number, as `integer` if it is whole and fits into 64 bits.
  public static func number(_ value: Double) -> JSONValue {
    Int64(exactly: value).map(JSONValue.integer) ?? .double(value)
  }
}

extension JSONValue {
  /// The value as a number, nil for anything else.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The value as text, nil for anything else.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value as an object, nil for anything else.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value as an array, nil for anything else.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }
}
