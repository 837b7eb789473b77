import Foundation
import LaunchFlow
import LaunchFlowModel
import LaunchFlowRecords

/// How an app's launches are recorded.
struct Recording: Sendable {
  var sample: LaunchSample
  /// Whether records say the hour.
  var hour: Bool
  /// In nanoseconds.
  var precision: Int64
  var labels: @Sendable () -> [String: String]
  var failed: @Sendable (RecordingFailure) -> Void
}

/// Records an engine's launches into a folder.
final class RecordingSink: EventSink {
  private struct OpenLaunch {
    var recorder: LaunchRecorder
    var place: RecordFolder.Place?
  }

  private let folder: RecordFolder
  private let recording: Recording
  /// The launches that are not over, by flow and number.
  private let open = Locked<[String: OpenLaunch]>([:])

  /// The most launches that are recorded at a time; more are left out.
  private static let mostOpen = 64

  init(folder: RecordFolder, _ recording: Recording) {
    self.folder = folder
    self.recording = recording
  }

  /// Adds the event to its launch's record. The launch is noted when it begins and when it lands, and its last event
  /// writes the record.
  func take(_ event: Trace.Event, run: Int, trace: Trace) {
    let key = "\(trace.flow) \(run)"
    let begun =
      event.kind == .started && recording.sample.contains(.random)
      ? OpenLaunch(recorder: recorder(of: trace)) : nil
    let launch = open.withLock { open -> OpenLaunch? in
      if let begun, open.count < Self.mostOpen { open[key] = begun }
      open[key]?.recorder.add(event)
      return event.kind == .finished ? open.removeValue(forKey: key) : open[key]
    }
    guard let launch else { return }
    func record() -> LaunchRecord { launch.recorder.record.rounded(to: recording.precision) }
    do throws(RecordingFailure) {
      switch event.kind {
      case .started, .landed:
        let place = try folder.note(record(), at: launch.place)
        open.withLock { $0[key]?.place = place }
      case .finished: try folder.add(record(), at: launch.place)
      default: break
      }
    } catch {
      recording.failed(error)
    }
  }

  private func recorder(of trace: Trace) -> LaunchRecorder {
    var start = LaunchRecord(flow: trace.flow, version: trace.version)
    start.id = .random
    start.labels = LaunchLabel.list(recording.labels())
    if recording.sample.keepsInstallations {
      start.installation = folder.pseudonym(flow: trace.flow, version: trace.version)
    }
    if recording.hour { start.hour = String(Date.now.formatted(.iso8601).prefix(13)) }
    return LaunchRecorder(trace, start)
  }
}

extension TraceSink {
  /// Records an engine's launches into a folder, a line each.
  ///
  /// A launch is written when everything in it has ended, its tail included. If its process ends before that, the next
  /// start writes what was known when it began, or when it landed.
  ///
  /// - Parameters:
  ///   - folder: Where records are kept until the app uploads them.
  ///   - sample: Which launches are recorded; by default every tenth, by chance.
  ///   - hour: Whether a record says the hour of its launch in UTC, so that outages show.
  ///   - precision: Times are rounded to whole multiples, at least 1 ns. Exact times tell a launch apart from all
  ///     others.
  ///   - labels: The app's own labels, asked for as a launch starts. Those that are no names are left out.
  ///   - failed: Called when a record could not be kept.
  public static func records(
    in folder: RecordFolder, sample: LaunchSample = LaunchSample(share: 0.1), hour: Bool = false,
    precision: Duration = .milliseconds(1), labels: @escaping @Sendable () -> [String: String] = { [:] },
    failed: @escaping @Sendable (RecordingFailure) -> Void = { _ in }
  ) -> TraceSink {
    TraceSink(
      RecordingSink(
        folder: folder,
        Recording(
          sample: sample, hour: hour, precision: max(1, precision.nanoseconds), labels: labels,
          failed: failed)))
  }
}
