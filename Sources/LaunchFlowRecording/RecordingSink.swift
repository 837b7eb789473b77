import LaunchFlow
import LaunchFlowRecords

/// Records an engine's launches into a folder.
final class RecordingSink: EventSink {
  private let folder: RecordFolder
  private let labels: @Sendable () -> [String: String]
  private let isChosen: Bool
  private let failed: @Sendable (RecordingFailure) -> Void
  /// The launches that are not over, by flow and number.
  private let open = Locked<[String: LaunchRecorder]>([:])

  /// The most launches that are recorded at a time; more are left out.
  private static let mostOpen = 64

  init(
    folder: RecordFolder, sample: LaunchSample, identity: String,
    labels: @escaping @Sendable () -> [String: String],
    failed: @escaping @Sendable (RecordingFailure) -> Void
  ) {
    self.folder = folder
    self.labels = labels
    self.failed = failed
    isChosen = sample.contains(identity)
  }

  /// Adds the event to its launch's record; the last one writes the record.
  func take(_ event: Trace.Event, run: Int, trace: Trace) {
    guard isChosen else { return }
    let key = "\(trace.flow) \(run)"
    let begun = event.kind == .started ? LaunchRecorder(trace, labels: LaunchLabel.list(labels())) : nil
    let ended = open.withLock { open -> LaunchRecorder? in
      if let begun, open.count < Self.mostOpen { open[key] = begun }
      open[key]?.add(event)
      return event.kind == .finished ? open.removeValue(forKey: key) : nil
    }
    guard let ended else { return }
    do throws(RecordingFailure) {
      try folder.add(ended.record)
    } catch {
      failed(error)
    }
  }
}

extension TraceSink {
  /// Records an engine's launches into a folder, a line each.
  ///
  /// A launch is written when everything in it has ended, its tail included. A launch whose process dies before that
  /// leaves no record.
  ///
  /// - Parameters:
  ///   - folder: Where records are kept until the app uploads them.
  ///   - sample: Which identities are recorded.
  ///   - identity: What the sample decides by; it is not recorded.
  ///   - labels: The app's own labels, asked for as a launch starts. Those that are no names are left out.
  ///   - failed: Called when a record could not be kept.
  public static func records(
    in folder: RecordFolder, sample: LaunchSample = LaunchSample(share: 1), identity: String = "",
    labels: @escaping @Sendable () -> [String: String] = { [:] },
    failed: @escaping @Sendable (RecordingFailure) -> Void = { _ in }
  ) -> TraceSink {
    TraceSink(
      RecordingSink(folder: folder, sample: sample, identity: identity, labels: labels, failed: failed))
  }
}
