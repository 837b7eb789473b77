import LaunchFlowRecords

/// Which launches are recorded: a share of all launches, or all launches of a share of the installations.
///
/// Launches of one installation resemble one another. So a share of all launches says more than as many launches of few
/// installations, and nothing connects its records, if it is a tenth or less. A greater share contains several launches
/// of most installations.
public struct LaunchSample: Hashable, Sendable {
  /// The share, from 0 to 1.
  public let share: Double
  /// What identifies the installation; nil where each launch is chosen by itself. It is not recorded.
  private let installation: String?

  /// Chooses each launch by itself. If the share is greater than 0.1, the records have a pseudonym of the installation.
  ///
  /// - Parameter share: The share of launches; what is below 0 counts as 0, and what is above 1 as 1.
  public init(share: Double) { self.init(share, nil) }

  /// Chooses installations, whose launches are all recorded. A greater share contains the installations of a smaller
  /// one.
  ///
  /// Their records have a pseudonym of the installation, by which comparisons know launches that resemble one
  /// another. It is random, and another one for each version of a flow.
  ///
  /// - Parameters:
  ///   - share: The share of installations; what is below 0 counts as 0, and what is above 1 as 1.
  ///   - installation: Identifies the installation. It is not recorded.
  public init(share: Double, installation: String) { self.init(share, installation) }

  private init(_ share: Double, _ installation: String?) {
    self.share = share.isNaN ? 0 : min(1, max(0, share))
    self.installation = installation
  }

  /// Whether the records of an installation belong together: where its launches are all recorded, or so many of them that
  /// several are.
  package var keepsInstallations: Bool { installation != nil || share > Self.mostAlone }

  /// Of a greater share of all launches, several are often of one installation.
  private static let mostAlone = 0.1

  /// Whether a launch is recorded.
  ///
  /// - Parameter draw: The launch's luck.
  package func contains(_ draw: Pseudonym) -> Bool {
    (installation.map { Pseudonym(of: $0) } ?? draw).share < share
  }
}
