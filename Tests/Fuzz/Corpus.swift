import Foundation
import LaunchFlowTestFlows

/// The documents that are mutated: the flows with their scenarios, the switch, and some traces.
struct Corpus {
  /// A document by the name of its file.
  struct Document {
    var name: String
    var bytes: [UInt8]
    /// Nil for a trace.
    var kind: DocumentCommand.Kind?
  }

  /// All documents, in order of name.
  private(set) var documents: [Document] = []

  /// Reads the documents in a folder, and lets the command write traces of some flows.
  init(folder: URL, binary: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    for name in names {
      guard let kind = DocumentCommand.Kind(ofFile: name) else { continue }
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      documents.append(Document(name: name, bytes: bytes, kind: kind))
    }
    for name in ["rider-launch", "carrier-verification", "payment"] {
      let words = ["simulate", "\(name).json", "--set", "*=hang", "--format", "trace"]
      let child = try Child.run(binary, words, in: folder, limit: .seconds(20))
      documents.append(Document(name: "\(name).trace.json", bytes: child.data))
    }
  }
}
