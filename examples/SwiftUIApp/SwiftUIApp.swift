import Foundation
import LaunchFlow
import LaunchFlowUI

/// Prepares the rider's launch, as an app would do it once, before its first view.
func makeEngine() throws -> FlowEngine {
  var configuration = FlowEngine.Configuration()
  let support = try FileManager.default.url(
    for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
  configuration.store = FileCacheStore(folder: support.appending(path: "launch"))
  // In an app: `Bundle.main.url(forResource: "rider-launch", withExtension: "json")`.
  return try FlowEngine(
    try Flow(contentsOf: URL(filePath: "flows/rider-launch.json")), configuration: configuration)
}

#if canImport(SwiftUI)
  import SwiftUI

  @main
  struct SwiftUIApp: App {
    @State private var launch = Launch(makeEngine)

    var body: some Scene {
      WindowGroup {
        FirstScreen(launch: launch)
      }
    }
  }
#else
  /// Without SwiftUI there is only the launch to see.
  @main
  struct SwiftUIApp {
    @MainActor
    static func main() async {
      let launch = Launch(makeEngine)
      await launch.run(inputs: ["signed-in": false])
      print(
        "SwiftUI is not part of this platform; the launch landed on: \(launch.landing?.page ?? "no page")")
    }
  }
#endif
