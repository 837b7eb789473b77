import Foundation
import LaunchFlow
import LaunchFlowRecords

struct Recording: Sendable {
  var sample: LaunchSample
  var hour: Bool
  /// The precision of times, in nanoseconds.
  var precision: Int64
  var labels: @Sendable () -> [String: String]
  var failed: @Sendable (RecordingFailure) -> Void
}

/// Records an engine's launches into a folder.
final class RecordingSink: EventSink {
  private struct OpenLaunch {
    var recorder: LaunchRecorder
    var name: String?
  }

  private let folder: RecordFolder
  private let recording: Recording
  /// The launches that are not over, by flow and number.
  private let open = Locked<[String: OpenLaunch]>([:])

  /// The largest number of launches that are recorded at the same time; more are left out.
  private static let mostOpen = 64

  init(folder: RecordFolder, _ recording: Recording) {
    self.folder = folder
    self.recording = recording
  }

  /// Adds the event to its launch's record. The beginning and the landing write a note, the last event the record.
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
        let name = try folder.note(record(), as: launch.name)
        open.withLock { $0[key]?.name = name }
      case .finished: try folder.add(record(), as: launch.name)
      default: break
      }
    } catch {
      recording.failed(error)
    }
  }

  /// Adds a sleep of the process to its launch's record.
  func take(_ event: EngineEvent, of flow: String) {
    guard case .slept(let run, let nanoseconds) = event else { return }
    open.withLock { $0["\(flow) \(run)"]?.recorder.addSleep(nanoseconds) }
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
  /// Records an engine's launches into a folder, one line for each.
  ///
  /// A record is written when the whole launch has ended, including its tail. If the process ends before, the next
  /// start writes the facts that were known at the beginning or at the landing.
  ///
  /// - Parameters:
  ///   - folder: The folder of records that the app has not uploaded.
  ///   - sample: The launches to record; by default a random tenth.
  ///   - hour: Whether a record contains the hour of its launch in UTC, which reveals outages.
  ///   - precision: Times are rounded to multiples of this, at least 1 ns. Exact times would identify a launch.
  ///   - labels: Returns the app's own labels at the start of a launch. Invalid ones are left out.
  ///   - failed: Called if a record could not be written.
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
