// swift-tools-version: 6.2
import PackageDescription

/// Settings that every target shares; warnings become errors on CI's command line, not here.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Only bundles of Apple platforms have a privacy manifest. Elsewhere a resource would add code to every app.
#if os(macOS)
  let (resources, excluded): ([Resource], [String]) = (
    [.copy("PrivacyInfo.xcprivacy")], ["PublicFace.txt"]
  )
#else
  let (resources, excluded): ([Resource], [String]) = (
    [], ["PublicFace.txt", "PrivacyInfo.xcprivacy"]
  )
#endif

let package = Package(
  name: "LaunchFlow",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "LaunchFlow", targets: ["LaunchFlow"]),
    .library(name: "LaunchFlowDelivery", targets: ["LaunchFlowDelivery"]),
    .library(name: "LaunchFlowTesting", targets: ["LaunchFlowTesting"]),
    .library(name: "LaunchFlowUI", targets: ["LaunchFlowUI"]),
    .library(name: "LaunchFlowRecording", targets: ["LaunchFlowRecording"]),
    .library(name: "LaunchFlowTelemetry", targets: ["LaunchFlowTelemetry"]),
    .executable(name: "launchflow", targets: ["LaunchFlowMain"]),
    .executable(name: "launchflow-generate", targets: ["launchflow-generate"]),
    .plugin(name: "LaunchFlowPlugin", targets: ["LaunchFlowPlugin"]),
  ],
  targets: [
    .target(
      name: "LaunchFlowModel", swiftSettings: settings,
      // The standard library's rounding calls libm, which only Foundation would bring along.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "LaunchFlowMachine", dependencies: ["LaunchFlowModel"], swiftSettings: settings),
    // Scenarios are for authors, tests and the simulator: what an app links does not depend on them.
    .target(name: "LaunchFlowScenarios", dependencies: ["LaunchFlowModel"], swiftSettings: settings),
    // What authors' tools need of the documents and an app does not carry: warnings and texts.
    .target(
      name: "LaunchFlowAuthoring", dependencies: ["LaunchFlowModel", "LaunchFlowScenarios"],
      exclude: ["Advice/advice.txt", "Reference/keys.txt"], swiftSettings: settings),
    .target(
      name: "LaunchFlowSimulator",
      dependencies: ["LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine"],
      swiftSettings: settings),
    .target(
      name: "LaunchFlowVerifier",
      dependencies: ["LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowSimulator"],
      swiftSettings: settings),
    .target(
      name: "LaunchFlowTimeline",
      dependencies: ["LaunchFlowModel", "LaunchFlowAuthoring", "LaunchFlowMachine", "LaunchFlowSimulator"],
      exclude: [
        "Canvas/definitions.svg", "Canvas/picture.css", "Pages/axis.js", "Pages/drawing.js",
        "Pages/keys.html",
        "Pages/page.css", "Pages/page.js", "Pages/picture.js",
      ], swiftSettings: settings),
    .target(
      name: "LaunchFlowCommand",
      dependencies: [
        "LaunchFlow", "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowAuthoring", "LaunchFlowGeneration",
        "LaunchFlowMachine", "LaunchFlowSimulator", "LaunchFlowVerifier", "LaunchFlowTimeline",
        "LaunchFlowTelemetry", "LaunchFlowDelivery", "LaunchFlowRecords", "LaunchFlowFleet",
        "LaunchFlowServing", "LaunchFlowLoopback",
      ],
      exclude: [
        "Completions/launchflow.bash", "Completions/launchflow.fish", "Completions/launchflow.zsh",
        "Explain/article.md", "Explain/explanations.txt",
        "Init/launch.json", "Init/launch.scenarios.json", "Init/offline.json", "Init/offline.scenarios.json",
        "Options/help.txt",
        "Studio/drawing.js", "Studio/files.js", "Studio/handles.js", "Studio/inputs.js", "Studio/page.css",
        "Studio/page.html", "Studio/panels.js", "Studio/state.js",
      ], swiftSettings: settings),
    // The line that is kept of a launch.
    .target(
      name: "LaunchFlowRecords", dependencies: ["LaunchFlowModel", "LaunchFlowMachine"],
      swiftSettings: settings),
    // What recorded launches teach: scenarios, the same launches under a changed flow, and better times.
    .target(
      name: "LaunchFlowFleet",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowAuthoring", "LaunchFlowMachine",
        "LaunchFlowSimulator", "LaunchFlowVerifier", "LaunchFlowRecords",
      ],
      swiftSettings: settings),
    // Records of an app's launches, on the device.
    .target(
      name: "LaunchFlowRecording",
      dependencies: ["LaunchFlow", "LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowRecords"],
      swiftSettings: settings),
    // Flows as source text. An app's build compiles this, Authoring, Scenarios and Model once more for its own machine.
    .target(
      name: "LaunchFlowGeneration", dependencies: ["LaunchFlowModel"], swiftSettings: settings),
    // Named like its product, since a plugin finds a tool only so.
    .executableTarget(
      name: "launchflow-generate",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowAuthoring", "LaunchFlowGeneration",
      ],
      path: "Sources/LaunchFlowGenerateMain", swiftSettings: settings),
    .plugin(
      name: "LaunchFlowPlugin", capability: .buildTool(), dependencies: ["launchflow-generate"]),
    .target(
      name: "LaunchFlow", dependencies: ["LaunchFlowModel", "LaunchFlowMachine"], exclude: excluded,
      resources: resources, swiftSettings: settings),
    // A launch that views observe, and the views.
    .target(
      name: "LaunchFlowUI", dependencies: ["LaunchFlow", "LaunchFlowModel", "LaunchFlowMachine"],
      swiftSettings: settings),
    // Runs as spans for OpenTelemetry.
    .target(
      name: "LaunchFlowTelemetry",
      dependencies: ["LaunchFlow", "LaunchFlowModel", "LaunchFlowMachine"], swiftSettings: settings),
    // An app's launch in its own tests, in virtual time.
    .target(
      name: "LaunchFlowTesting",
      dependencies: [
        "LaunchFlow", "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowSimulator",
        "LaunchFlowTimeline",
      ],
      swiftSettings: settings),
    .target(
      name: "LaunchFlowDelivery", dependencies: ["LaunchFlow", "LaunchFlowModel", "LaunchFlowMachine"],
      swiftSettings: settings),
    .target(name: "LaunchFlowLoopback", swiftSettings: settings),
    // A scenario as a real HTTP server on loopback.
    .target(
      name: "LaunchFlowServing",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowSimulator",
        "LaunchFlowVerifier", "LaunchFlowLoopback",
      ], swiftSettings: settings),
    .executableTarget(
      name: "LaunchFlowBenchmarks",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowVerifier", "LaunchFlow",
        "LaunchFlowDelivery", "LaunchFlowLoopback", "LaunchFlowSimulator", "LaunchFlowCommand",
        "LaunchFlowTestFlows", "LaunchFlowTestAttacks", "LaunchFlowTestHandlers",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "RiderApp", dependencies: ["LaunchFlow", "LaunchFlowDelivery", "LaunchFlowLoopback"],
      path: "examples/RiderApp",
      swiftSettings: settings),
    .executableTarget(
      name: "PointOfSale", dependencies: ["LaunchFlow", "LaunchFlowLoopback"], path: "examples/PointOfSale",
      exclude: [
        "till-launch.json", "till-launch.scenarios.json", "send-sale.json", "send-sale.scenarios.json",
      ], swiftSettings: settings),
    .executableTarget(
      name: "SwiftUIApp", dependencies: ["LaunchFlow", "LaunchFlowUI"], path: "examples/SwiftUIApp",
      swiftSettings: settings),
    .executableTarget(
      name: "ThousandLaunches", dependencies: ["LaunchFlow"], path: "examples/ThousandLaunches",
      swiftSettings: settings),
    // Not named like its product: on a case-insensitive disk `launchflow` and `LaunchFlow` are one folder.
    .executableTarget(
      name: "LaunchFlowMain", dependencies: ["LaunchFlowCommand"], swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowModelTests",
      dependencies: ["LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowAuthoring", "LaunchFlowTestFlows"],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowAuthoringTests",
      dependencies: ["LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowAuthoring", "LaunchFlowTestFlows"],
      exclude: ["Goldens"], swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowMachineTests",
      dependencies: ["LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowTestFlows"],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowSimulatorTests",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowSimulator",
        "LaunchFlowTimeline", "LaunchFlowTestFlows",
      ],
      swiftSettings: settings),
    // Flows at random and by shape, for every suite that holds a driver against the machine.
    .target(
      name: "LaunchFlowTestFlows",
      dependencies: ["LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine"],
      path: "Tests/LaunchFlowTestFlows",
      swiftSettings: settings),
    // Handlers that misbehave and the gate that holds them up, for every suite that runs handlers.
    .target(
      name: "LaunchFlowTestHandlers", dependencies: ["LaunchFlow"], path: "Tests/LaunchFlowTestHandlers",
      swiftSettings: settings),
    // A browser and bare sockets, for every suite that drives pages or servers.
    .target(
      name: "LaunchFlowTestClients", dependencies: ["LaunchFlowModel"], path: "Tests/LaunchFlowTestClients",
      swiftSettings: settings),
    // Simulated runs of random flows against proofs, for the verifier's tests and for a long attack.
    .target(
      name: "LaunchFlowTestAttacks",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowSimulator",
        "LaunchFlowVerifier", "LaunchFlowTestFlows",
      ],
      path: "Tests/LaunchFlowTestAttacks", swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowVerifierTests",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowAuthoring", "LaunchFlowMachine",
        "LaunchFlowSimulator", "LaunchFlowVerifier", "LaunchFlowTestFlows", "LaunchFlowTestAttacks",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowTimelineTests",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowSimulator", "LaunchFlowTimeline",
        "LaunchFlowTelemetry", "LaunchFlowDelivery", "LaunchFlowTestFlows", "LaunchFlowTestClients",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowCommandTests",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowAuthoring", "LaunchFlowGeneration",
        "LaunchFlowMachine", "LaunchFlowSimulator", "LaunchFlowVerifier", "LaunchFlowTimeline",
        "LaunchFlowLoopback", "LaunchFlowTestFlows",
        "LaunchFlowCommand", "LaunchFlowMain", "LaunchFlow", "LaunchFlowDelivery", "LaunchFlowRecords",
        "LaunchFlowFleet", "LaunchFlowServing", "LaunchFlowRecording", "LaunchFlowTestClients",
      ],
      exclude: ["Goldens"], swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowLoopbackTests", dependencies: ["LaunchFlowLoopback", "LaunchFlowTestClients"],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowServingTests",
      dependencies: [
        "LaunchFlow", "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowSimulator",
        "LaunchFlowServing", "LaunchFlowTestFlows", "LaunchFlowTestClients",
      ], swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowTests",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowSimulator",
        "LaunchFlowTimeline", "LaunchFlow", "LaunchFlowLoopback", "LaunchFlowTestFlows",
        "LaunchFlowTestHandlers", "LaunchFlowTestProcesses", "Victim",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowTestingTests",
      dependencies: [
        "LaunchFlow", "LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowSimulator", "LaunchFlowTesting",
        "LaunchFlowTelemetry", "LaunchFlowUI", "LaunchFlowTestFlows", "LaunchFlowTestHandlers",
      ],
      swiftSettings: settings),
    // Isolates to the main actor by default, as new projects of Xcode do.
    .testTarget(
      name: "LaunchFlowMainActorTests",
      dependencies: [
        "LaunchFlow", "LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowSimulator", "LaunchFlowDelivery",
        "LaunchFlowTelemetry", "LaunchFlowTesting", "LaunchFlowUI",
      ],
      swiftSettings: settings + [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
    .testTarget(
      name: "LaunchFlowDeliveryTests",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowMachine", "LaunchFlow", "LaunchFlowDelivery", "LaunchFlowLoopback",
        "LaunchFlowTestFlows", "LaunchFlowTestProcesses",
        "Victim",
      ], swiftSettings: settings),
    // Processes that tests kill.
    .target(
      name: "LaunchFlowTestProcesses", path: "Tests/LaunchFlowTestProcesses", swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowFleetTests",
      dependencies: [
        "LaunchFlowModel", "LaunchFlowScenarios", "LaunchFlowMachine", "LaunchFlowSimulator",
        "LaunchFlowVerifier", "LaunchFlowTimeline", "LaunchFlowRecords", "LaunchFlowFleet",
        "LaunchFlowTestFlows",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LaunchFlowRecordingTests",
      dependencies: [
        "LaunchFlow", "LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowRecords", "LaunchFlowRecording",
        "LaunchFlowLoopback", "LaunchFlowTestFlows", "LaunchFlowTestProcesses", "Victim",
      ],
      swiftSettings: settings),
    // Works until it is killed; for the tests that nothing is lost, invented or half applied.
    .executableTarget(
      name: "Victim",
      dependencies: [
        "LaunchFlow", "LaunchFlowModel", "LaunchFlowMachine", "LaunchFlowDelivery", "LaunchFlowRecords",
        "LaunchFlowRecording",
      ],
      path: "Tests/Victim", swiftSettings: settings),
    // Flows as timed automata, for a second opinion on the verifier; see `.ci/tchecker`. Imports neither the machine nor
    // the verifier.
    .executableTarget(
      name: "TimedAutomata", dependencies: ["LaunchFlowModel", "LaunchFlowTestFlows"],
      path: "Tests/TimedAutomata", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
