import Foundation

extension OfflineSwitchDocument {
  /// Reads a switch file.
  ///
  /// - Throws: `InvalidDocument` with all errors of the file; `POSIXError` if the file cannot be read or is not a
  ///   regular file; `CocoaError` if the address is not a file's.
  public init(contentsOf url: URL) throws {
    self = try OfflineSwitchDocument.read(try DocumentBytes.read(url)).get()
  }

  /// Reads a switch from a file's bytes.
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - name: The file's name in error messages.
  /// - Throws: `InvalidDocument` with all errors of the file.
  public init(data: Data, name: String = "switch") throws(InvalidDocument) {
    self = try OfflineSwitchDocument.read(SourceText(name: name, bytes: [UInt8](data))).get()
  }
}
