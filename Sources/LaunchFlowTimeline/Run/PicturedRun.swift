import LaunchFlowMachine

/// A run's trace, with the text of its notice.
package struct PicturedRun: Sendable {
  /// The run.
  package var trace: Trace
  /// The landing's notice with its references filled in. An empty text means no notice; nil shows it as the author wrote it.
  package var notice: String?

  /// Pairs a trace with its notice.
  package init(_ trace: Trace, notice: String? = nil) {
    self.trace = trace
    self.notice = notice
  }
}
