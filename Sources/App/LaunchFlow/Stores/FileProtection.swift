import Foundation

/// When the system lets the files of a store be read on a locked device. It matters on iOS, iPadOS, tvOS, watchOS and
/// visionOS; elsewhere it changes nothing.
public enum FileProtection: String, CaseIterable, Hashable, Sendable {
  /// Always, also before the first unlock after a restart of the device.
  case none
  /// From the first unlock after a restart on. Most caches want this one: a launch in the background reads them while
  /// the device is locked.
  case untilFirstUnlock
  /// Only while the device is unlocked.
  case whileUnlocked
}

extension FileProtection {
  /// Applies it to a folder; files that are made in it later have it, too.
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
  /// folder is not part of backups: caches can be fetched again.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - group: The identifier of an app group, for a store that an app shares with its extensions; nil for the app's
  ///     own. Not on Linux.
  ///   - protection: When its files can be read on a locked device.
  ///   - onDamage: Called, on a queue of its own, with the key of each entry that was found damaged and with a
  ///     word for what is wrong with it.
  /// - Throws: `CocoaError` if there is no such folder, or no such group.
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
