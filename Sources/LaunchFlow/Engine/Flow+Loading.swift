import Foundation

extension Flow {
  /// Reads a flow file.
  ///
  /// - Throws: `InvalidFlow` with all errors of the file, or what reading the file throws.
  public init(contentsOf url: URL) throws {
    try self.init(data: try Data(contentsOf: url), name: url.lastPathComponent)
  }

  /// Reads a flow from a file's bytes.
  ///
  /// - Parameter name: What error messages call the file.
  /// - Throws: `InvalidFlow` with all errors of the file.
  public init(data: Data, name: String = "flow") throws(InvalidFlow) {
    let reading = Flow.read(SourceText(name: name, bytes: [UInt8](data)))
    guard let flow = reading.document else { throw InvalidFlow(diagnostics: reading.diagnostics) }
    self = flow
  }
}
