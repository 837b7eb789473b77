import Foundation

extension Flow {
  /// Reads a flow file, and the files beside it that it includes.
  ///
  /// - Throws: `InvalidDocument` with all errors of the file; `POSIXError` if the file cannot be read or is not a
  ///   regular file; `CocoaError` if the address is not a file's.
  public init(contentsOf url: URL) throws {
    let reading = Flow.read(try DocumentBytes.read(url)) { name in
      guard let file = try? DocumentBytes.read(url.deletingLastPathComponent().appending(path: name)) else {
        return nil
      }
      return SourceText(name: name, bytes: file.bytes)
    }
    self = try reading.get()
  }

  /// Reads a flow from a file's bytes.
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - name: The file's name in error messages.
  ///   - including: Returns the bytes of an included file by its name; nil if it cannot be read.
  /// - Throws: `InvalidDocument` with all errors of the file.
  public init(
    data: Data, name: String = "flow", including: @escaping (String) -> Data? = { _ in nil }
  ) throws(InvalidDocument) {
    let reading = Flow.read(SourceText(name: name, bytes: [UInt8](data))) { name in
      including(name).map { SourceText(name: name, bytes: [UInt8]($0)) }
    }
    self = try reading.get()
  }
}
