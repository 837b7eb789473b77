import Foundation
import LaunchFlow

/// Writes each run as spans (`OTLPTrace`) in the JSON encoding of OpenTelemetry's protocol, once the run is over.
package final class OTLPSink: EventSink {
  private struct Run {
    var trace: Trace
    var number: Int
    var start: Int64
  }

  private let service: String
  private let version: String?
  private let now: @Sendable () -> Int64
  private let identity: @Sendable () -> UInt64
  private let send: @Sendable (Data) -> Void
  private let open = Locked<[Run]>([])

  /// Sets the app's name, a clock in nanoseconds since 1970, and a source of identifiers.
  package init(
    service: String, version: String?, now: @escaping @Sendable () -> Int64,
    identity: @escaping @Sendable () -> UInt64, send: @escaping @Sendable (Data) -> Void
  ) {
    self.service = service
    self.version = version
    self.now = now
    self.identity = identity
    self.send = send
  }

  /// Keeps the event. The last event of a run sends its spans.
  package func take(_ event: Trace.Event, run: Int, trace: Trace) {
    let ended = open.withLock { open -> Run? in
      let place = open.firstIndex { $0.number == run && $0.trace.flow == trace.flow } ?? open.count
      if place == open.count {
        open.append(Run(trace: trace, number: run, start: now() - event.time))
      }
      open[place].trace.events.append(event)
      return event.kind == .finished ? open.remove(at: place) : nil
    }
    guard let ended else { return }
    let origin = OTLPTrace.Origin(
      service: service, version: version, start: ended.start, identity: identity())
    send(Data(OTLPTrace.value(ended.trace, origin).utf8()))
  }
}

extension TraceSink {
  /// Sends each run as spans of OpenTelemetry once the run is over: as the body of a POST to a collector's
  /// `/v1/traces`, with the content type `application/json`. The closure may block.
  ///
  /// - Parameters:
  ///   - service: The app's name.
  ///   - version: The app's version.
  ///   - send: Sends a body.
  public static func spans(
    service: String, version: String? = nil, send: @escaping @Sendable (_ body: Data) -> Void
  ) -> TraceSink {
    TraceSink(
      OTLPSink(
        service: service, version: version, now: { Int64(Date().timeIntervalSince1970 * 1_000_000_000) },
        identity: { UInt64.random(in: 1...UInt64.max) }, send: send))
  }
}
