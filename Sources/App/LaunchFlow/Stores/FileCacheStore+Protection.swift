import Foundation

extension FileCacheStore {
  /// Waits until the store's files can be read: until the device has been unlocked since it was restarted. Returns at
  /// once where that is so, and on platforms without protected files.
  ///
  /// A launch in the background that needs the user's caches waits for it before it starts; a run that starts earlier
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
      // A file that is locked is refused with EPERM; one that is gone says nothing.
      if errno == EPERM { return false }
    }
    return true
  }
}
