#if canImport(SwiftUI)
  import LaunchFlow
  import LaunchFlowUI
  import SwiftUI

  /// The app's first screen: the page on which the launch landed.
  struct FirstScreen: View {
    let launch: Launch
    @AppStorage("signed-in") private var isSignedIn = false

    var body: some View {
      LaunchView(launch, inputs: ["signed-in": .bool(isSignedIn)]) { landing in
        switch landing.page {
        case "home": Text("Home of \(launch.value(of: "get-rider-info")?.text() ?? "a new rider")")
        case "update": Text("Please update the app")
        default: Text("Please sign in")
        }
      }
    }
  }
#endif
