import Foundation

extension FileCacheStore {
  /// Opens a store in the folder for an app's own data, which the system neither purges nor shows to the user. The
  /// folder is not part of backups: caches can be fetched again. On iOS, iPadOS, tvOS, watchOS and visionOS its files
  /// can be read from the first unlock after a restart on, also while the device is locked.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - group: The identifier of an app group, for a store that an app shares with its extensions; nil for the app's
  ///     own. Not on Linux.
  ///   - onDamage: Called, on a queue of its own, with the key of each entry that was found damaged and with a
  ///     word for what is wrong with it.
  /// - Throws: `CocoaError` if there is no such folder, or no such group.
  public static func inApplicationSupport(
    _ name: String, group: String? = nil,
    onDamage: @escaping @Sendable (_ key: CacheKey, _ flaw: String) -> Void = { _, _ in }
  ) throws -> FileCacheStore {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let folder = try Self.container(of: group) ?? support
    let own = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // Not built on Linux.
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: own.path)
    #endif
    try own.excludeFromBackups()
    return FileCacheStore(folder: own, onDamage: onDamage)
  }

  /// The folder of an app group for data that the system does not purge; nil for no group.
  private static func container(of group: String?) throws -> URL? {
    guard let group else { return nil }
    #if canImport(Darwin)
      guard let shared = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
      else { throw CocoaError(.fileNoSuchFile) }
      return shared.appending(path: "Library/Application Support")
    #else
      _ = group
      throw CocoaError(.featureUnsupported)
    #endif
  }
}

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

extension URL {
  fileprivate func excludeFromBackups() throws {
    #if canImport(Darwin)
      var url = self
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try url.setResourceValues(values)
    #endif
  }
}
