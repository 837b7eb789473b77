import Dispatch
import Foundation
import LaunchFlowSimulator

extension Parallelism {
  /// The system's threads: as many jobs as the machine has cores, unless it is said how many.
  init(threads: Int? = nil) {
    self.init(jobs: threads ?? ProcessInfo.processInfo.activeProcessorCount) { count, body in
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
  }
}
