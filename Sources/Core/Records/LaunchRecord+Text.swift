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
      throw UnreadableRecord("the line is longer than \(Self.mostBytes) bytes")
    }
    let reader: DocumentReader
    do throws(JSONSyntaxError) {
      reader = DocumentReader(try JSONDocument(SourceText(name: "", bytes: Array(line))), isOfTable: true)
    } catch {
      throw UnreadableRecord("the line is not complete JSON")
    }
    let root = reader.json
    func value(_ key: String) -> JSONValue? {
      root.isContainer(0) ? root.children(of: 0).first { root.key(of: $0) == key }.map(root.value) : nil
    }
    guard value("record")?.string != nil else {
      throw UnreadableRecord("the line is not a record, because it has no key \"record\"")
    }
    guard case .integer(let format)? = value("format"), format >= 1 else {
      throw UnreadableRecord("\"format\" must be a whole number of at least 1")
    }
    guard format <= Self.newestFormat else {
      throw UnreadableRecord(
        "the record has format \(format), and this build reads up to \(Self.newestFormat); update it")
    }
    let record: LaunchRecord? = Visitor(reader).object(nil)
    reader.finish([])
    guard let record, reader.diagnostics.isEmpty else {
      let problem = reader.diagnostics.first
      let path = problem?.place.path.description ?? ""
      throw UnreadableRecord((path.isEmpty ? "" : path + ": ") + (problem?.message ?? ""))
    }
    self = record
  }
}

/// Why a line is not a record, as part of a sentence.
package struct UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  fileprivate init(_ description: String) { self.description = description }
}
