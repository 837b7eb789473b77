// Not built on Linux, which has no SwiftUI. Keep the file small: code that can be tested is in `Launch`.
#if canImport(SwiftUI)
  import LaunchFlow
  import SwiftUI

  /// The page on which a launch landed; before that, the app's view for loading. Messages appear as an alert; toasts as
  /// a line at the bottom.
  public struct LaunchView<Loading: View, Page: View>: View {
    private let launch: Launch
    private let inputs: [String: JSONValue]
    private let page: (FlowLanding) -> Page
    private let loading: () -> Loading

    /// Shows a launch, and runs it when the view appears for the first time.
    ///
    /// - Parameters:
    ///   - launch: The launch, which the app keeps.
    ///   - inputs: The flow's inputs by name.
    ///   - page: The view for a landing.
    ///   - loading: The view before the landing.
    public init(
      _ launch: Launch, inputs: [String: JSONValue] = [:],
      @ViewBuilder page: @escaping (FlowLanding) -> Page, @ViewBuilder loading: @escaping () -> Loading
    ) {
      self.launch = launch
      self.inputs = inputs
      self.page = page
      self.loading = loading
    }

    /// The view for the phase.
    public var body: some View {
      Group {
        switch launch.phase {
        case .loading: loading()
        case .landed(let landing): page(landing)
        case .broken(let reason): Text(reason)
        }
      }
      .modifier(NoticeModifier(launch: launch))
      // A view that reappears, after a sheet for example, shows the same landing.
      .task { if launch.needsRun { await launch.run(inputs: inputs) } }
    }
  }

  extension LaunchView where Loading == ProgressView<EmptyView, EmptyView> {
    /// Shows a launch with the system's progress view.
    public init(
      _ launch: Launch, inputs: [String: JSONValue] = [:],
      @ViewBuilder page: @escaping (FlowLanding) -> Page
    ) {
      self.init(launch, inputs: inputs, page: page, loading: { ProgressView() })
    }
  }

  /// Shows the first message of a launch.
  private struct NoticeModifier: ViewModifier {
    let launch: Launch

    private var notice: FlowNotice? { launch.notices.first }

    func body(content: Content) -> some View {
      content
        .overlay(alignment: .bottom) {
          if let notice, notice.style == .toast {
            Text(notice.text).padding().background(.regularMaterial, in: .capsule).padding()
              .onTapGesture { launch.dismissNotice() }
              .task(id: notice.id) {
                try? await Task.sleep(for: .seconds(4))
                if !Task.isCancelled { launch.dismissNotice() }
              }
          }
        }
        .alert(
          notice?.text ?? "",
          isPresented: Binding(
            get: { notice.map { $0.style != .toast } ?? false },
            set: { if !$0 { launch.dismissNotice() } })
        ) {
          Button("OK") {}
        }
    }
  }
#endif
