#if canImport(SwiftUI)
  import LaunchFlow
  import SwiftUI

  /// The page that the launch landed on; until then, the launch screen.
  struct LaunchView: View {
    let model: LaunchModel
    @AppStorage("signed-in") private var isSignedIn = false

    var body: some View {
      Group {
        switch model.page {
        case .loading: ProgressView("Starting")
        case .home: Text("Home")
        case .login: Text("Please sign in")
        case .update: Text("Please update the app")
        case .broken(let reason): Text("This build is broken: \(reason)")
        }
      }
      .alert(
        model.notices.first?.text ?? "", isPresented: .constant(!model.notices.isEmpty)
      ) {
        Button("OK") { model.dismissNotice() }
      }
      .task { await model.launch(isSignedIn: isSignedIn) }
    }
  }
#endif
