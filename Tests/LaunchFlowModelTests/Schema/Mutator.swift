import LaunchFlowTestFlows

@testable import LaunchFlowModel

/// Changes one thing in a document, as somebody might by accident.
struct Mutator {
  /// Values that may stand in another's place.
  private static let values: [JSONValue] = [
    nil, true, false, 0, 1, -1, 2, 1.5, 200, 401, 1000, 1001, "", "x", "Not Kebab", "10s", "1.5s", "10",
    "2m1h", "GET",
    "get", "/path", "path", "https://a.example.com", "<=9s", ">=0.5", "landing", "available", "wifi", "full",
    "a\nb",
    [], [:], ["a"], [1], ["10s", "20s"], ["a": 1], ["x-a": 1], ["at": "/a"], ["exists": true],
    ["status": 500],
    ["cache": "c"], ["any": [[:]]], [["value": 1]],
  ]
  private var random: SeededRandom
  /// Keys with values, taken from other documents.
  private let members: [JSONObject.Member]

  /// Takes keys and values to put elsewhere from documents.
  init(seed: UInt64, documents: [JSONValue]) {
    random = SeededRandom(seed: seed)
    members = documents.flatMap(Self.members)
  }

  /// Every member of every object, at any depth.
  static func members(of value: JSONValue) -> [JSONObject.Member] {
    switch value {
    case .object(let object): object.members.flatMap { [$0] + members(of: $0.value) }
    case .array(let elements): elements.flatMap(members)
    default: []
    }
  }

  /// The document with one change somewhere in it, sometimes two.
  mutating func mutate(_ document: JSONValue) -> JSONValue {
    let once = changeSomewhere(document)
    return random.chance(10) ? changeSomewhere(once) : once
  }

  private mutating func changeSomewhere(_ document: JSONValue) -> JSONValue {
    var paths: [[Int]] = []
    Self.collect(document, [], &paths)
    return change(document, at: random.pick(paths)[...])
  }

  private static func collect(_ value: JSONValue, _ path: [Int], _ paths: inout [[Int]]) {
    paths.append(path)
    let children: [JSONValue]
    switch value {
    case .object(let object): children = object.members.map(\.value)
    case .array(let elements): children = elements
    default: return
    }
    for (place, child) in children.enumerated() { collect(child, path + [place], &paths) }
  }

  private mutating func change(_ value: JSONValue, at path: ArraySlice<Int>) -> JSONValue {
    guard let place = path.first else { return change(value) }
    switch value {
    case .object(let object):
      var members = object.members
      members[place].value = change(members[place].value, at: path.dropFirst())
      return .object(JSONObject(members))
    case .array(var elements):
      elements[place] = change(elements[place], at: path.dropFirst())
      return .array(elements)
    default: return value
    }
  }

  private mutating func change(_ value: JSONValue) -> JSONValue {
    if random.chance(20) { return random.pick(Self.values) }
    switch value {
    case .object(let object): return .object(change(object.members))
    case .array(let elements): return change(elements)
    case .string(let text): return random.chance(70) ? .string(change(text)) : random.pick(Self.values)
    case .integer(let number):
      return random.pick([.integer(number + 1), .integer(-number), 0, 0.5, 1_000_000_000_001])
    case .bool(let bool): return random.pick([.bool(!bool), .string("\(bool)"), 1])
    case .null, .double: return random.pick(Self.values)
    }
  }

  private mutating func change(_ members: [JSONObject.Member]) -> JSONObject {
    var members = members
    let place = members.isEmpty ? 0 : random.number(0...members.count - 1)
    switch random.number(0...9) {
    case 0...3 where !members.isEmpty: members.remove(at: place)
    case 4...5 where !members.isEmpty:
      members[place].name = change(members[place].name)
    case 6 where !members.isEmpty: members[place].name = random.pick(self.members).name
    case 7:
      members.append(JSONObject.Member(name: random.pick(self.members).name, value: random.pick(Self.values)))
    default: members.append(random.pick(self.members))
    }
    return JSONObject(members)
  }

  private mutating func change(_ elements: [JSONValue]) -> JSONValue {
    switch random.number(0...3) {
    case 0 where !elements.isEmpty: .array(Array(elements.dropFirst()))
    case 1 where !elements.isEmpty: .array(elements + [elements[0]])
    case 2 where !elements.isEmpty: elements[0]
    default: .array(elements + [random.pick(Self.values)])
    }
  }

  private mutating func change(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    let place = scalars.isEmpty ? 0 : random.number(0...scalars.count - 1)
    switch random.number(0...4) {
    case 0 where !scalars.isEmpty: scalars.remove(at: place)
    case 1 where scalars.count > 1: scalars.swapAt(place, (place + 1) % scalars.count)
    case 2: scalars.insert(random.pick(["a", "Z", "-", "5", " ", "/", "$", "{", "."]), at: place)
    case 3 where !scalars.isEmpty: scalars[place] = random.pick(["x", "A", "0", "s", "m", "_"])
    default: scalars.append(random.pick(["x", "S", "1", "-", "s"]))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
