import LaunchFlowMachine

/// A run with what its trace does not say.
package struct PicturedRun: Sendable {
  /// The run.
  package var trace: Trace
  /// The landing's notice with its references filled in; empty is none, nil shows it as its author wrote it.
  package var notice: String?

  /// Pairs a trace with its notice.
  package init(_ trace: Trace, notice: String? = nil) {
    self.trace = trace
    self.notice = notice
  }
}
