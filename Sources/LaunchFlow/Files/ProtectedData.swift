import Foundation

/// Whether the device has been unlocked since it was restarted. Before that, caches and marks of most protection classes
/// are there and cannot be read.
public enum ProtectedData {
  /// Waits until protected files can be read. Returns at once where that is so, and on platforms without such files.
  ///
  /// A launch in the background that needs the user's caches waits for it before it starts; a run that starts earlier
  /// lands as on a device without caches.
  ///
  /// - Parameter folder: A folder of protected files, such as the store's.
  /// - Throws: `CancellationError` if the task is cancelled.
  public static func waitUntilReadable(in folder: URL) async throws {
    while !isReadable(in: folder) { try await Task.sleep(for: .seconds(1)) }
  }

  /// Whether protected files of a folder can be read now. A folder without files counts as readable.
  public static func isReadable(in folder: URL) -> Bool {
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
