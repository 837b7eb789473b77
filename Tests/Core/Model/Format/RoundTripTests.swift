import LaunchFlowSwitch
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel
@testable import LaunchFlowAuthoring

/// Whatever a file may contain is written so that it reads as the same, for every declared key.
@Suite struct RoundTripTests {
  /// Reads a document without holding it to its rules.
  private static func read<Root: FormatObject>(_ value: JSONValue) throws -> Root {
    let reader = DocumentReader(try JSONDocument(SourceText(name: "drawn", text: value.text())))
    let root: Root? = Visitor(reader).object(nil)
    #expect(
      reader.unreadCount == 0 && !reader.diagnostics.contains { $0.code == .unknownKey }, "\(value.text())")
    return try #require(root)
  }

  /// Writes and reads some documents, and further ones in which a key stands that none of them had, until every
  /// declared key but those of the file itself has been written.
  private static func roundTrips<Root: FormatObject>(_: Root.Type) throws {
    let object = Root.object
    var missing = declared(from: object).subtracting(
      ["$schema", "format"].map { "\(object.rawValue).\($0)" } + ["step.each", "cache.each"])
    let some = seeds(5)
    for seed in seeds(1500) where some.contains(seed) || !missing.isEmpty {
      var random = RandomDocument(seed: seed)
      let drawn = random.object(object)
      var keys: Set<String> = []
      note(drawn, .object(object), &keys)
      guard some.contains(seed) || !missing.isDisjoint(with: keys) else { continue }
      let root: Root = try read(drawn)
      let again = Visitor.json(of: root)
      #expect(isSame(try read(again), root), "seed \(seed): \(drawn.text())\n\(again.text())")
      keys = []
      note(again, .object(object), &keys)
      missing.subtract(keys)
    }
    #expect(missing == [])
  }

  /// Notes the declared keys in a value.
  private static func note(_ value: JSONValue, _ shape: Shape, _ found: inout Set<String>) {
    switch (shape, value) {
    case (.object(let object), .object(let members)):
      for key in object.keys {
        guard let member = members[key.name] else { continue }
        found.insert("\(object.rawValue).\(key.name)")
        note(member, key.shape, &found)
      }
    case (.list(let element, _, _), .array(let elements)):
      for value in elements { note(value, element, &found) }
    case (.map(let element, _), .object(let members)), (.table(let element, _), .object(let members)):
      for member in members.members { note(member.value, element, &found) }
    case (.oneOf(let shapes), _): for shape in shapes { note(value, shape, &found) }
    default: break
    }
  }

  /// The keys that can be reached from an object.
  private static func declared(from root: DeclaredObject) -> Set<String> {
    var objects: [DeclaredObject] = [root]
    var found: Set<String> = []
    func visit(_ shape: Shape) {
      switch shape {
      case .object(let object): if !objects.contains(object) { objects.append(object) }
      case .list(let element, _, _), .map(let element, _), .table(let element, _): visit(element)
      case .oneOf(let shapes): shapes.forEach(visit)
      default: break
      }
    }
    var next = 0
    while next < objects.count {
      for key in objects[next].keys {
        found.insert("\(objects[next].rawValue).\(key.name)")
        visit(key.shape)
      }
      next += 1
    }
    return found
  }

  @Test func `flows round-trip`() throws { try Self.roundTrips(Flow.self) }

  @Test func `scenarios round-trip`() throws {
    try Self.roundTrips(ScenarioFile.self)
  }

  @Test func `switches round-trip`() throws {
    try Self.roundTrips(OfflineSwitchDocument.self)
  }

  @Test func `scenarios of switches round-trip`() throws {
    try Self.roundTrips(SwitchScenarioFile.self)
  }

  @Test func `a seed of 64 bits is written so that it can be read`() throws {
    var scenario = Scenario(name: "s")
    scenario.seed = .max
    let file = ScenarioFile(of: "f.json", scenarios: [scenario])
    let text = file.json.text(.pretty)
    #expect(ScenarioFile.read(SourceText(name: "s", text: text)).document == file)
  }
}
