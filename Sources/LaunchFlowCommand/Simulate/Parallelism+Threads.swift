import Dispatch
import Foundation
import LaunchFlowSimulator

extension Parallelism {
  /// The threads that a command line asks for: all cores, unless it says how many.
  init(_ given: Given) {
    let jobs = given[PlayOptions.jobs] ?? ProcessInfo.processInfo.activeProcessorCount
    self.init(jobs: jobs) { count, body in DispatchQueue.concurrentPerform(iterations: count, execute: body) }
  }
}
