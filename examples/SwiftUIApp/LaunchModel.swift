import Foundation
import LaunchFlow
import Observation

/// What an app's first screens show, from its launch. It stands apart from the views, so that it is tested,
/// and compiled, where there is no SwiftUI.
@MainActor @Observable
final class LaunchModel {
  /// The launch is under way, or has landed.
  private(set) var page: Page = .loading
  /// What the landing, or a refusal, has to say; the first is shown first.
  private(set) var notices: [FlowNotice] = []
  /// The notices of all runs so far: one that a second run brings again is not shown again.
  private var knownNotices: Set<FlowNotice.ID> = []
  /// The rider's data as they are now: those of the landing first, then fresher ones.
  private(set) var riderInfo: JSONValue?

  enum Page: Equatable {
    case loading, home, login, update
    /// The launch could not begin: the flow file is not what this build of the app expects.
    case broken(String)
  }

  private let engine: FlowEngine?
  private var run: FlowRun?

  /// - Parameter load: Prepares the engine; called once.
  init(load: () throws -> FlowEngine) {
    do {
      engine = try load()
    } catch {
      engine = nil
      page = .broken("\(error)")
    }
  }

  /// Launches, shows where it landed, and goes on to take fresher values. Cancelling the task that calls it,
  /// as `.task` does when the view goes away, cancels the run.
  func launch(isSignedIn: Bool) async {
    guard let engine else { return }
    do {
      let run = try engine.start(inputs: ["signed-in": .bool(isSignedIn)])
      self.run = run
      await withTaskCancellationHandler {
        await follow(run)
      } onCancel: {
        run.cancel()
      }
      self.run = nil
    } catch {
      page = .broken("\(error)")
    }
  }

  private func follow(_ run: FlowRun) async {
    let notices = Task { [weak self] in
      for await notice in run.notices { self?.add(notice) }
    }
    let landing = await run.landing
    riderInfo = landing["get-rider-info"]?.value
    switch landing.page {
    case "home": page = .home
    case "update": page = .update
    default: page = .login
    }
    for await fresh in run.refreshedValues where fresh.step == "get-rider-info" {
      riderInfo = fresh.value
    }
    await notices.value
  }

  private func add(_ notice: FlowNotice) {
    if knownNotices.insert(notice.id).inserted { notices.append(notice) }
  }

  /// The notice that stands in front has been read.
  func dismissNotice() {
    if !notices.isEmpty { notices.removeFirst() }
  }
}
