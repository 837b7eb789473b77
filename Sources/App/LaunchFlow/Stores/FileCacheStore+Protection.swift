import Foundation

extension FileCacheStore {
  /// Waits until the store's files can be read: after a restart of the device, until its first unlock. Returns at once
  /// if they can be read, and on platforms without protected files.
  ///
  /// A launch in the background that needs the user's caches calls this before it starts. A run that starts earlier
  /// lands as on a device without caches.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func waitUntilReadable() async throws {
    while !isReadable { try await Task.sleep(for: .seconds(1)) }
  }

  /// Whether the files can be read now. A folder without files counts as readable.
  var isReadable: Bool {
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
      return true
    }
    for case let file as URL in files where !file.hasDirectoryPath {
      let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW)
      guard descriptor < 0 else {
        close(descriptor)
        return true
      }
      // A locked file is refused with EPERM. A missing file proves nothing.
      if errno == EPERM { return false }
    }
    return true
  }
}
