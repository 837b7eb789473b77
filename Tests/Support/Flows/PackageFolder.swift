import Foundation

/// The folder of the package, above this file: of its flows and documents.
public let packageFolder: URL = {
  var folder = URL(filePath: #filePath)
  repeat {
    folder = folder.deletingLastPathComponent()
    let declaration = folder.appending(path: "Package.swift").path()
    if FileManager.default.fileExists(atPath: declaration) { return folder }
  } while folder.path() != "/"
  return folder
}()
