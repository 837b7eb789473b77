import Foundation
import LaunchFlow
import LaunchFlowRecords

/// Records an engine's launches into a folder.
final class RecordingSink: EventSink {
  private struct OpenLaunch {
    var recorder: LaunchRecorder
    var name: String?
  }

  private let folder: RecordFolder
  /// In nanoseconds.
  private let precision: Int64
  /// The facts of a launch that is recorded; nil for another launch.
  private let start: @Sendable (Trace) -> LaunchRecord?
  private let failed: @Sendable (RecordingFailure) -> Void
  /// The launches that are not over, by flow and number.
  private let open = Locked<[String: OpenLaunch]>([:])

  /// The largest number of launches that are recorded at the same time; more are left out.
  private static let mostOpen = 64

  init(
    _ folder: RecordFolder, precision: Int64, failed: @escaping @Sendable (RecordingFailure) -> Void,
    start: @escaping @Sendable (Trace) -> LaunchRecord?
  ) {
    (self.folder, self.precision) = (folder, precision)
    (self.failed, self.start) = (failed, start)
  }

  /// Adds the event to its launch's record. The beginning and the landing write a note, the last event the record.
  func take(_ event: Trace.Event, run: Int, trace: Trace) {
    let key = "\(trace.flow) \(run)"
    let begun = event.kind == .started ? start(trace).map { LaunchRecorder(trace, $0) } : nil
    let launch = open.withLock { open -> OpenLaunch? in
      if let begun, open.count < Self.mostOpen { open[key] = OpenLaunch(recorder: begun) }
      open[key]?.recorder.add(event)
      return event.kind == .finished ? open.removeValue(forKey: key) : open[key]
    }
    guard let launch else { return }
    switch event.kind {
    case .started, .landed, .finished: break
    default: return
    }
    do throws(RecordingFailure) {
      let record = launch.recorder.record.rounded(to: precision)
      let name = try folder.add(record, as: launch.name, isOver: event.kind == .finished)
      open.withLock { $0[key]?.name = name }
    } catch {
      failed(error)
    }
  }

  /// Adds a sleep of the process to its launch's record.
  func take(_ event: EngineEvent, of flow: String) {
    guard case .slept(let run, let nanoseconds) = event else { return }
    open.withLock { $0["\(flow) \(run)"]?.recorder.addSleep(nanoseconds) }
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
      RecordingSink(folder, precision: max(1, precision.nanoseconds), failed: failed) { trace in
        guard sample.contains(.random) else { return nil }
        var start = LaunchRecord(flow: trace.flow, version: trace.version)
        start.id = .random
        start.labels = LaunchLabel.list(labels())
        if sample.keepsInstallations {
          start.installation = folder.pseudonym(flow: trace.flow, version: trace.version)
        }
        if hour { start.hour = String(Date.now.formatted(.iso8601).prefix(13)) }
        return start
      })
  }
}
