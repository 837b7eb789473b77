// swift-tools-version: 6.2
import PackageDescription

/// Settings that every target shares; warnings become errors on CI's command line, not here.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "LaunchFlow",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [
    .executable(name: "launchflow", targets: ["LaunchFlowMain"])
  ],
  targets: [
    .target(
      name: "LaunchFlowModel", swiftSettings: settings,
      // The standard library's rounding calls libm, which only Foundation would bring along.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "LaunchFlowMachine", dependencies: ["LaunchFlowModel"], swiftSettings: settings),
    .target(
      name: "LaunchFlowSimulator", dependencies: ["LaunchFlowModel", "LaunchFlowMachine"],
      swiftSettings: settings),
    .target(
      name: "LaunchFlowTimeline", dependencies: ["LaunchFlowModel", "LaunchFlowMachine"],
      swiftSettings: settings),
    .target(
      name: "LaunchFlowCommand",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowSimulator", "LaunchFlowTimeline",
      ],
      swiftSettings: settings),
    // Not named like its product: on a case-insensitive disk `launchflow` and `LaunchFlow` are one folder.
    .executableTarget(
      name: "LaunchFlowMain", dependencies: ["LaunchFlowCommand"], swiftSettings: settings),
    .testTarget(name: "LaunchFlowModelTests", dependencies: ["LaunchFlowModel"], swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowMachineTests", dependencies: ["LaunchFlowModel", "LaunchFlowMachine"],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowSimulatorTests",
      dependencies: ["LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowSimulator"],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowTimelineTests",
      dependencies: ["LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowTimeline"],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowCommandTests",
      dependencies: ["LaunchFlowModel", "LaunchFlowCommand"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
