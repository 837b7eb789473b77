import LaunchFlowModel

extension LaunchRecord {
  /// The newest version of the record's format, which this build writes.
  package static let newestFormat = 1

  /// The keys of a record and of the objects in it, for the reference and the schema.
  package static let declaredKeys = Visitor.keys(in: LaunchRecord.self)

  /// The record as one line of JSON, without a line end.
  package var line: String { Visitor.json(of: self).text() }

  /// Reads a line. A key whose value is null counts as absent, since programs for tables write absent keys so; further
  /// keys are ignored.
  ///
  /// - Throws: `UnreadableRecord` with the reason.
  package init(line: some Collection<UInt8>) throws(UnreadableRecord) {
    guard line.count <= Self.mostBytes else { throw .tooLong }
    let reader: DocumentReader
    do throws(JSONSyntaxError) {
      reader = DocumentReader(try JSONDocument(SourceText(name: "", bytes: Array(line))), isOfTable: true)
    } catch {
      throw .torn
    }
    let root = reader.json
    func value(_ key: String) -> JSONValue? {
      root.isContainer(0) ? root.children(of: 0).first { root.key(of: $0) == key }.map(root.value) : nil
    }
    guard value("record")?.string != nil else { throw .noRecord }
    guard case .integer(let format)? = value("format"), format >= 1 else {
      throw .bad("\"format\" must be a whole number of at least 1")
    }
    guard format <= Self.newestFormat else { throw .newer(Int(clamping: format)) }
    let record: LaunchRecord? = Visitor(reader).object(nil)
    reader.finish([])
    if let problem = reader.diagnostics.first {
      let path = problem.place.path.description
      throw .bad((path.isEmpty ? "" : path + ": ") + problem.message)
    }
    guard let record else { throw .noRecord }
    self = record
  }
}

/// Why a line is not a record.
package enum UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong
  /// No JSON: the line was cut, say.
  case torn
  /// JSON without the key "record".
  case noRecord
  /// This version of the format, which a newer build writes.
  case newer(Int)
  /// The place of a value that no record has, and what is wrong.
  case bad(String)

  /// The reason as part of a sentence.
  package var description: String {
    switch self {
    case .tooLong: "the line is longer than \(LaunchRecord.mostBytes) bytes"
    case .torn: "the line is not complete JSON"
    case .noRecord: "the line is not a record, because it has no key \"record\""
    case .newer(let format):
      "the record has format \(format), and this build reads up to \(LaunchRecord.newestFormat); update it"
    case .bad(let reason): reason
    }
  }
}
