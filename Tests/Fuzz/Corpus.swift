import Foundation

/// The documents that are mutated: the flows with their scenarios, the switch, and some traces.
struct Corpus {
  /// A document by the name of its file.
  struct Document {
    var name: String
    var bytes: [UInt8]
    var kind: Kind
  }

  /// The kind of a document, which decides the commands that read it.
  enum Kind {
    case flow, scenarios, offlineSwitch, switchScenarios, trace
  }

  /// All documents, in order of name.
  private(set) var documents: [Document] = []

  /// Reads the documents in a folder, and lets the command write traces of some flows.
  init(folder: URL, binary: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    for name in names where name.hasSuffix(".json") && name != "launchflow.schema.json" {
      let isSwitch = name.hasPrefix("offline-switch")
      let isScenarios = name.hasSuffix(".scenarios.json")
      let kind: Kind =
        isSwitch ? isScenarios ? .switchScenarios : .offlineSwitch : isScenarios ? .scenarios : .flow
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      documents.append(Document(name: name, bytes: bytes, kind: kind))
    }
    for name in ["rider-launch", "carrier-verification", "payment"] {
      let words = ["simulate", "\(name).json", "--set", "*=hang", "--format", "trace"]
      let child = try Child.run(binary, words, in: folder, limit: .seconds(20))
      documents.append(Document(name: "\(name).trace.json", bytes: child.data, kind: .trace))
    }
  }
}
