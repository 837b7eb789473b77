import Foundation

/// The times at which the files of a store can be read on a locked device. It has an effect on iOS, iPadOS, tvOS,
/// watchOS and visionOS only.
public enum FileProtection: String, CaseIterable, Hashable, Sendable {
  /// Always, even before the first unlock after a restart of the device.
  case none
  /// After the first unlock since a restart. Suitable for most caches, since a launch in the background reads them
  /// while the device is locked.
  case untilFirstUnlock
  /// Only while the device is unlocked.
  case whileUnlocked
}

extension FileProtection {
  /// Applies the protection to a folder and to files that are later created in it.
  func apply(toFolder path: String) {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // Not built on Linux.
      let type: FileProtectionType =
        switch self {
        case .none: .none
        case .untilFirstUnlock: .completeUntilFirstUserAuthentication
        case .whileUnlocked: .complete
        }
      try? FileManager.default.setAttributes([.protectionKey: type], ofItemAtPath: path)
    #endif
  }
}

extension FileCacheStore {
  /// Opens a store in the folder for an app's own data, which the system neither purges nor shows to the user. The
  /// folder is excluded from backups, since caches can be fetched again.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - group: The identifier of an app group, for a store that an app shares with its extensions; nil for the app's
  ///     own folder. Not on Linux.
  ///   - protection: The times at which the files can be read on a locked device.
  ///   - onDamage: Called on a separate queue with the key of each damaged entry and the kind of damage.
  /// - Throws: `CocoaError` if the folder or the group does not exist.
  public static func inApplicationSupport(
    _ name: String, group: String? = nil, protection: FileProtection = .untilFirstUnlock,
    onDamage: @escaping @Sendable (_ key: CacheKey, _ flaw: String) -> Void = { _, _ in }
  ) throws -> FileCacheStore {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let folder = try Self.container(of: group) ?? support
    let own = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    protection.apply(toFolder: own.path)
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
