import Dispatch
import Foundation
import LaunchFlowSimulator

extension Parallelism {
  /// Uses the system's threads: by default as many jobs as the machine has cores.
  init(threads: Int? = nil) {
    self.init(jobs: threads ?? ProcessInfo.processInfo.activeProcessorCount) { count, body in
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
  }
}
