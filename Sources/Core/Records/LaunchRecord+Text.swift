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
  package init(line: some Collection<UInt8>) throws(UnreadableRecord) {
    guard line.count <= Self.mostBytes else {
      throw UnreadableRecord(description: "the line is longer than \(Self.mostBytes) bytes")
    }
    let reader: DocumentReader
    do throws(JSONSyntaxError) {
      reader = DocumentReader(try JSONDocument(SourceText(name: "", bytes: Array(line))), isOfTable: true)
    } catch {
      throw UnreadableRecord(description: "the line is not complete JSON")
    }
    guard reader.json.children(of: 0).contains(where: { reader.json.key(of: $0) == "record" }) else {
      throw UnreadableRecord(description: "the line is not a record, because it has no key \"record\"")
    }
    let record: LaunchRecord? =
      reader.isReadableFormat(upTo: Self.newestFormat) ? Visitor(reader).object(nil) : nil
    reader.finish([])
    guard let record, reader.diagnostics.isEmpty else {
      let problem = reader.diagnostics.first
      let path = problem?.place.path.description ?? ""
      throw UnreadableRecord(description: (path.isEmpty ? "" : path + ": ") + (problem?.message ?? ""))
    }
    self = record
  }
}

/// Why a line is not a record, as part of a sentence.
package struct UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}
