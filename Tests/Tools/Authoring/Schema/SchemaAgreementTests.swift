import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowAuthoring
@testable import LaunchFlowModel

/// The schema and the reader give the same verdict, but for what the schema cannot say.
@Suite(.enabled(if: PythonValidator.isInstalled, "python3 with jsonschema"))
struct SchemaAgreementTests {
  @Test func `schema and reader accept valid documents`() throws {
    let documents = try SchemaDocument.all()
    for document in documents {
      #expect(document.errors(in: document.value).map(\.message) == [], "\(document.name)")
    }
    let verdicts = try PythonValidator.verdicts(documents.map(\.value))
    #expect(zip(documents, verdicts).filter { !$0.1 }.map(\.0.name) == [])
  }

  /// Mutated documents that are still JSON, and each kind of member left out once.
  private static func mutants(of documents: [SchemaDocument]) -> [(
    document: SchemaDocument, value: JSONValue
  )] {
    var random = SeededRandom(seed: 0)
    var leftOut: Set<String> = []
    return documents.flatMap { document in
      let bytes = Array(document.value.text().utf8)
      let mutated = seeds(4).compactMap { _ in
        try? JSONValue(parsing: DocumentMutation.mutate(bytes, using: &random))
      }
      // To the reader this character stands for a name that it could not read.
      .filter { !$0.text().contains("\\u0000") }
      // Every tenth member alone, but all of them in a deep run.
      let shortened = shortened(document.value, in: "", &leftOut).enumerated()
        .filter { $0.offset % max(1, 10 / depth) == 0 }.map(\.element)
      return (mutated + shortened).map { (document, $0) }
    }
  }

  /// The value without one of its members, for each key of each place that was not left out before.
  private static func shortened(_ value: JSONValue, in place: String, _ leftOut: inout Set<String>)
    -> [JSONValue]
  {
    switch value {
    case .object(let object):
      return object.members.indices.flatMap { index -> [JSONValue] in
        var others = object.members
        let member = others.remove(at: index)
        let isNew = leftOut.insert("\(place)/\(member.name)").inserted
        let inner = shortened(member.value, in: member.name, &leftOut).map { inner in
          var members = object.members
          members[index].value = inner
          return JSONValue.object(JSONObject(members))
        }
        return isNew ? [.object(JSONObject(others))] + inner : inner
      }
    case .array(let elements):
      return elements.indices.flatMap { index in
        shortened(elements[index], in: place, &leftOut).map { inner in
          var elements = elements
          elements[index] = inner
          return JSONValue.array(elements)
        }
      }
    default: return []
    }
  }

  @Test func `schema and reader reject invalid documents`() throws {
    let documents = try SchemaDocument.all()
    let mutants = Self.mutants(of: documents)
    let verdicts = try PythonValidator.verdicts(mutants.map(\.value))
    #expect(verdicts.count == mutants.count)
    var reported: Set<String> = []
    var rejected = 0
    for (mutant, isAccepted) in zip(mutants, verdicts) {
      let errors = mutant.document.errors(in: mutant.value)
      if !errors.isEmpty { rejected += 1 }
      if !isAccepted, errors.isEmpty, reported.insert(mutant.document.name).inserted {
        Issue.record("only the schema rejects this \(mutant.document.name): \(mutant.value.text())")
      }
      let unexplained = errors.filter { error in
        !MeantDifference.all.contains { $0.covers(error) }
      }
      guard isAccepted, let error = unexplained.first else { continue }
      // The same mistake in many mutants is told once.
      guard reported.insert(error.code.rawValue + error.message.prefix(20)).inserted else { continue }
      let found = "\(error.code.rawValue) \(error.message) at \(error.place.path)"
      Issue.record("only the reader rejects this \(mutant.document.name), \(found): \(mutant.value.text())")
    }
    // Neither of the two is simply never or always content.
    #expect(
      rejected * 10 > mutants.count && rejected * 10 < mutants.count * 9, "\(rejected) of \(mutants.count)")
  }
}
