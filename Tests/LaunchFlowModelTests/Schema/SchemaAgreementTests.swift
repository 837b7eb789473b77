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

  @Test func `schema and reader reject invalid documents`() throws {
    let documents = try SchemaDocument.all()
    var mutants: [(document: SchemaDocument, value: JSONValue)] = []
    var mutator = Mutator(seed: 0, documents: documents.map(\.value))
    for document in documents {
      for _ in seeds(2) { mutants.append((document, mutator.mutate(document.value))) }
    }
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
    #expect(rejected * 10 > mutants.count * 3 && rejected * 10 < mutants.count * 9)
  }
}
