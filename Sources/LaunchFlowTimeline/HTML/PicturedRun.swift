import LaunchFlowMachine

/// A run with what a picture cannot know from its trace.
public struct PicturedRun: Sendable {
  /// The run.
  public var trace: Trace
  /// The landing's notice with its references filled in; nil shows it as the flow's author wrote it.
  public var notice: String?

  /// Takes a run.
  public init(_ trace: Trace, notice: String? = nil) {
    self.trace = trace
    self.notice = notice
  }
}
