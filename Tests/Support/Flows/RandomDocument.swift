import LaunchFlowAuthoring
import LaunchFlowModel

/// Draws documents at random from the declaration of the format, so that a new key is drawn, too.
package struct RandomDocument {
  private var random: SeededRandom

  package init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// An object with its required keys and some of the others.
  package mutating func object(_ object: DeclaredObject, depth: Int = 0) -> JSONValue {
    guard object != .condition else { return condition(depth: depth) }
    var present: [String] = []
    for key in object.keys where key.goesWith.isEmpty {
      if key.choice.isEmpty {
        if key.isRequired || isWanted(key, depth) { present.append(key.name) }
      } else if key.choice.first == key.name {
        let usable = key.choice.filter { name in
          object.keys.contains { $0.name == name && (depth < 3 || !Self.isNested($0.shape)) }
        }
        if key.isChoiceRequired || random.number(0...3) > 0 { present.append(random.pick(usable)) }
      }
    }
    for key in object.keys where !key.goesWith.isEmpty && !Set(key.goesWith).isDisjoint(with: present) {
      if key.isRequired || isWanted(key, depth) { present.append(key.name) }
    }
    let keys = object.keys.filter { present.contains($0.name) }
    return .object(
      JSONObject(
        keys.map { key in
          var shape = key.shape
          if object == .step, key.name == "results", case .oneOf(let shapes) = shape {
            shape = shapes[present.contains { ["steps", "include"].contains($0) } ? 1 : 0]
          }
          return .init(name: key.name, value: value(shape, depth: depth + 1))
        }))
  }

  private mutating func isWanted(_ key: DeclaredKey, _ depth: Int) -> Bool {
    // What is repeated is written out, and `RepeatedStepTests` compare it.
    guard key.name != "each", depth < 7 || !Self.isNested(key.shape) else { return false }
    return random.number(0...1) == 0
  }

  private static func isNested(_ shape: Shape) -> Bool {
    switch shape {
    case .list(let element, _, _): isNested(element)
    case .map, .object: true
    case .oneOf(let shapes): shapes.contains(where: isNested)
    case .withReferences(let shape): isNested(shape)
    default: false
    }
  }

  package mutating func value(_ shape: Shape, depth: Int) -> JSONValue {
    switch shape {
    case .any: return random.pick([.null, true, 3, 2.5, "x", [1, "a"], ["k": [:]], [:], []])
    case .literal: return random.pick(["text", 7, false])
    case .text(let kind): return .string(text(kind))
    case .bool: return random.pick([true, false])
    case .yes: return true
    case .null: return .null
    case .integer(let range):
      return .integer(Int64(random.number(range.lowerBound...min(range.upperBound, range.lowerBound + 300))))
    case .unsigned:
      let value = random.next() >> UInt64(random.number(0...40))
      return Int64(exactly: value).map(JSONValue.integer) ?? .string(String(value))
    case .number(let range):
      let least = range.lowerBound.isFinite ? range.lowerBound : -9
      let most = range.upperBound.isFinite ? range.upperBound : 9
      return .number(least + (most - least) * Double(random.next() >> 11) / Double(1 << 53))
    case .word(let words): return .string(random.pick(words))
    case .duration: return .string(duration)
    case .durationBound: return .string(random.pick(["<=", ">=", "<", ">", "=="]) + duration)
    case .numberBound:
      return .string(random.pick(["<=", ">=", "<", ">", "=="]) + random.pick(["0.5", "1", "0"]))
    case .pointer: return .string(random.pick(["/a", "/a/0", "/b~1c", "/~0"]))
    case .list(let element, let count, let isUnique):
      let most = min(count.upperBound, max(count.lowerBound, 3))
      var elements: [JSONValue] = []
      for _ in 0..<random.number(count.lowerBound...most) { elements.append(value(element, depth: depth)) }
      return isUnique ? .array(Self.unique(elements, atLeast: count.lowerBound)) : .array(elements)
    case .map(let element, let names), .table(let element, let names):
      var members: [JSONObject.Member] = []
      for index in 0..<random.number(1...2) {
        members.append(.init(name: name(names, index), value: value(element, depth: depth)))
      }
      return .object(JSONObject(members))
    case .object(let object): return self.object(object, depth: depth)
    case .oneOf(let shapes): return value(random.pick(shapes), depth: depth)
    case .withReferences(let shape): return value(shape, depth: depth)
    }
  }

  private static func unique(_ elements: [JSONValue], atLeast count: Int) -> [JSONValue] {
    var found: [JSONValue] = []
    for element in elements where !found.contains(element) { found.append(element) }
    return found
  }

  private var duration: String {
    mutating get { Duration.nanoseconds(Int64(random.next() % 3_000_000_000_000)).documentText }
  }

  private mutating func name(_ kind: TextKind, _ index: Int) -> String {
    switch kind {
    case .header: "X-Header-\(index)"
    case .percentile: "p\(100 * index)"
    case .warningOfFlow: DiagnosticCode.silenceableInFlows[random.number(0...5) * 2 + index].rawValue
    case .warningOfSwitch: DiagnosticCode.silenceableInSwitches[index].rawValue
    default: "n\(random.number(1...99))-\(index)"
    }
  }

  private mutating func text(_ kind: TextKind) -> String {
    switch kind {
    case .input: "${input-\(random.number(1...9))}"
    case .address, .baseAddress: "https://a\(random.number(1...9)).example.com"
    case .path: "/p/\(random.number(1...9))"
    case .method: random.pick(["PUT", "POST", "PATCH"])
    case .host: "*.example.com"
    case .endpoint: random.pick(["POST /a/*", "/b", "GET /c/d"])
    case .header: ["X-Timeout-Ms", "x-left"][random.number(0...1)]
    case .typeName: ["Order", "API.Order", "[Order]"][random.number(0...2)]
    case .siblingFile: "file-\(random.number(1...9)).json"
    case .anyName, .name, .step, .signal, .lane, .domain, .percentile, .warningOfFlow, .warningOfSwitch:
      "name-\(random.number(1...9))"
    case .free, .nonEmpty, .reason: random.pick(["A text.", "\u{1F680} \"quoted\"", "line\nbreak"])
    }
  }

  private mutating func condition(depth: Int) -> JSONValue {
    if depth < 4, random.number(0...3) == 0 {
      return random.pick([
        ["atLeast": ["count": 1, "of": [["a": "failed"], ["b": true]]]],
        ["any": [["a": "failed"], ["b": true]]], ["not": ["c": "settled"]], ["all": [["d": 3]]],
      ])
    }
    return random.pick([["a": "succeeded"], ["b": ["failed", "skipped"]], ["offline": true, "x": 4], [:]])
  }
}
