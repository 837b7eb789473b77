import LaunchFlowRecords

/// The launches to record: a share of all launches, or all launches of a share of the installations.
///
/// Launches of one installation resemble one another. So a share of all launches gives more information than the same
/// number of launches of few installations. If the share is a tenth or less, nothing connects the records of an
/// installation. A greater share contains several launches of most installations.
public struct LaunchSample: Hashable, Sendable {
  /// The share, from 0 to 1.
  public let share: Double
  /// Identifies the installation; nil if each launch is chosen on its own. It is not recorded.
  private var installation: String?

  /// Chooses each launch on its own. If the share is greater than 0.1, the records have a pseudonym of the
  /// installation.
  ///
  /// - Parameter share: The share of launches, limited to 0 to 1.
  public init(share: Double) {
    self.share = share.isNaN ? 0 : min(1, max(0, share))
    installation = nil
  }

  /// Chooses installations, whose launches are all recorded. A greater share contains the installations of a smaller
  /// one.
  ///
  /// Their records have a pseudonym of the installation. With it, comparisons recognize launches that resemble one
  /// another. It is random and differs for each version of a flow.
  ///
  /// - Parameters:
  ///   - share: The share of installations, limited to 0 to 1.
  ///   - installation: Identifies the installation. It is not recorded.
  public init(share: Double, installation: String) {
    self.init(share: share)
    self.installation = installation
  }

  /// Whether records have a pseudonym of the installation: if all of its launches, or probably several, are recorded.
  package var keepsInstallations: Bool { installation != nil || share > Self.mostAlone }

  /// The largest share of all launches that rarely contains several of one installation.
  private static let mostAlone = 0.1

  /// - Parameter draw: A random pseudonym of the launch.
  package func contains(_ draw: Pseudonym) -> Bool {
    (installation.map { Pseudonym(of: $0) } ?? draw).share < share
  }
}
