// swift-tools-version: 6.2
import PackageDescription

/// The settings of all targets. Warnings become errors on CI's command line, not here.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Only bundles of Apple platforms have a privacy manifest. Elsewhere a resource would add code to every app.
#if os(macOS)
  let manifest: (resources: [Resource], excluded: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let manifest: (resources: [Resource], excluded: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

/// The name of the module in a folder: `Core/Model` is `LaunchFlowModel`.
func module(_ path: String) -> String {
  let folder = path.split(separator: "/").last.map(String.init) ?? path
  return folder == "LaunchFlow" ? folder : "LaunchFlow\(folder)"
}

/// A target in `Sources`.
func target(
  _ path: String, knows: [String] = [], exclude: [String] = [], resources: [Resource] = [],
  linkerSettings: [LinkerSetting] = []
) -> Target {
  .target(
    name: module(path), dependencies: knows.map { .byName(name: module($0)) },
    path: "Sources/\(path)", exclude: exclude, resources: resources, swiftSettings: settings,
    linkerSettings: linkerSettings)
}

/// The documents and the state machines: no clock, no tasks, no files and no sockets.
let core: [Target] = [
  // The documents that apps read, as plain values, with the reader and the errors.
  target(
    "Core/Model",
    // The standard library's rounding calls libm, which otherwise only Foundation links.
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
  // The compiled plan, the machine of a flow, the trace of a run.
  target("Core/Machine", knows: ["Model"]),
  // The offline switch: its document, its machine.
  target("Core/Switch", knows: ["Model"]),
  // The file and the summary of a trace. Apps link it only to write traces.
  target("Core/Traces", knows: ["Machine"]),
  // The record of a launch, one line: devices write it, the fleet's tools read it.
  target("Core/Records", knows: ["Model", "Machine", "Traces"]),
]

/// The libraries for apps.
let app: [Target] = [
  // The drivers of the machines in real time, HTTP, stores.
  target(
    "App/LaunchFlow", knows: ["Model", "Machine"], exclude: manifest.excluded + ["PublicFace.txt"],
    resources: manifest.resources),
  // Single calls of a flow's services, without a launch.
  target("App/Calls", knows: ["LaunchFlow"]),
  // The offline switch in real time.
  target("App/Offline", knows: ["LaunchFlow", "Switch"]),
  // A launch that views observe, and the views.
  target("App/UI", knows: ["LaunchFlow"]),
  // Delivered flows: packages, signatures, the device's checks, its folder, downloads.
  target("App/Delivery", knows: ["LaunchFlow"]),
  // Records of an app's launches, on the device.
  target("App/Recording", knows: ["LaunchFlow", "Records"]),
  // Runs as spans for OpenTelemetry, and as trace files.
  target("App/Telemetry", knows: ["LaunchFlow", "Traces"]),
  // An app's launch in its own tests, in virtual time.
  target(
    "App/Testing",
    knows: ["LaunchFlow", "Authoring", "Simulator", "Timeline"]),
]

/// The tools of authors and teams.
let tools: [Target] = [
  // The documents of authors: scenarios, warnings, the texts of diagnostics, layout, schema, reference, Swift types.
  // An app's build compiles this, Model and Switch once more for its own machine.
  target(
    "Tools/Authoring", knows: ["Model", "Switch"],
    exclude: ["Advice/advice.txt", "Generation/flow.swift.txt", "Reference/keys.txt", "Schema/rules.json"]),
  // Scenarios played in virtual time: one run, many runs, expectations.
  target("Tools/Simulator", knows: ["Machine", "Switch", "Traces", "Authoring"]),
  // The proof over all runs, and the runs that refute it.
  target("Tools/Verifier", knows: ["Model", "Machine", "Switch", "Authoring", "Simulator"]),
  // The pictures of traces.
  target(
    "Tools/Timeline", knows: ["Model", "Machine", "Switch", "Traces", "Authoring", "Simulator"],
    exclude: [
      "Canvas/definitions.svg", "Canvas/picture.css", "Pages/axis.js", "Pages/drawing.js", "Pages/keys.html",
      "Pages/page.css", "Pages/page.js", "Pages/picture.js",
    ]),
  // Conclusions from recorded launches: scenarios, the gate, better times.
  target(
    "Tools/Fleet", knows: ["Model", "Machine", "Traces", "Records", "Authoring", "Simulator", "Verifier"]),
  // HTTP servers on loopback: one that a function answers, one that plays a scenario.
  target("Tools/Server", knows: ["Machine", "Simulator", "Verifier"]),
]

let command: [Target] = [
  // The option scanner, and a folder for each subcommand. It does not have the name of its product: on a
  // case-insensitive disk `launchflow` and `LaunchFlow` are one folder.
  .executableTarget(
    name: "LaunchFlowCommand",
    dependencies: [
      "LaunchFlow", "Delivery", "Telemetry", "Model", "Machine", "Switch", "Traces", "Records", "Authoring",
      "Simulator", "Verifier", "Timeline", "Fleet", "Server",
    ].map { .byName(name: module($0)) },
    path: "Sources/Command",
    exclude: [
      "Options/help.txt", "See/Studio/drawing.js", "See/Studio/files.js", "See/Studio/handles.js",
      "See/Studio/inputs.js", "See/Studio/page.css", "See/Studio/page.html", "See/Studio/panels.js",
      "See/Studio/state.js", "Shell/Completions/launchflow.bash", "Shell/Completions/launchflow.fish",
      "Shell/Completions/launchflow.zsh", "Write/Explain/explanations.txt",
      "Write/Init/launch.json", "Write/Init/launch.scenarios.json", "Write/Init/offline.json",
      "Write/Init/offline.scenarios.json",
    ], swiftSettings: settings)
]

let plugin: [Target] = [
  // Checks an app's flow files and generates a Swift type for each, at every build.
  .plugin(
    name: "LaunchFlowPlugin", capability: .buildTool(), dependencies: ["launchflow-generate"],
    path: "Sources/Plugin/LaunchFlowPlugin"),
  // `swift package launchflow`: the command without an installation.
  .plugin(
    name: "LaunchFlowCommandPlugin",
    capability: .command(
      intent: .custom(verb: "launchflow", description: "Runs launchflow: checks, plays and proves flows")),
    dependencies: ["LaunchFlowCommand"], path: "Sources/Plugin/LaunchFlowCommandPlugin"),
  // The tool that LaunchFlowPlugin runs. It has the name of its product, since a plugin finds a tool by this name only.
  .executableTarget(
    name: "launchflow-generate", dependencies: ["LaunchFlowModel", "LaunchFlowAuthoring"],
    path: "Sources/Plugin/Generator", swiftSettings: settings),
]

/// An app to read and run.
func example(_ name: String, knows: [String], exclude: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: knows.map { .byName(name: module($0)) }, path: "examples/\(name)",
    exclude: exclude,
    swiftSettings: settings)
}

let examples: [Target] = [
  example("RiderApp", knows: ["LaunchFlow", "Delivery", "Server", "TestServers"]),
  example(
    "PointOfSale", knows: ["LaunchFlow", "Offline", "Switch", "Server", "TestServers"],
    exclude: ["till-launch.json", "till-launch.scenarios.json", "send-sale.json", "send-sale.scenarios.json"]),
  example("SwiftUIApp", knows: ["LaunchFlow", "UI"]),
  example("ThousandLaunches", knows: ["LaunchFlow"]),
]

/// Code that several suites share. `Support/Flows` is `LaunchFlowTestFlows`.
func support(_ name: String, knows: [String] = []) -> Target {
  .target(
    name: "LaunchFlowTest\(name)", dependencies: knows.map { .byName(name: module($0)) },
    path: "Tests/Support/\(name)", swiftSettings: settings)
}

/// A suite beside the target that it tests: `LaunchFlowModelTests` tests `Core/Model`.
func tests(_ path: String, knows: [String], exclude: [String] = [], more: [SwiftSetting] = []) -> Target {
  .testTarget(
    name: module(path) + "Tests",
    dependencies: knows.map { .byName(name: $0 == "Victim" ? $0 : module($0)) }, path: "Tests/\(path)",
    exclude: exclude, swiftSettings: settings + more)
}

/// A program that tests or developers start.
func program(_ name: String, _ path: String, knows: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: knows.map { .byName(name: module($0)) }, path: "Tests/\(path)",
    swiftSettings: settings)
}

let suites: [Target] = [
  // Flows at random and by shape.
  support("Flows", knows: ["Model", "Machine", "Authoring"]),
  // Handlers that misbehave, and a gate that delays them.
  support("Handlers", knows: ["LaunchFlow"]),
  // A browser and bare sockets.
  support("Clients", knows: ["Model"]),
  // A server that answers by scripts, and misconduct. Examples use it, too.
  support("Servers", knows: ["Server"]),
  // Processes that tests kill.
  support("Processes"),
  // Simulated runs of random flows against proofs.
  support("Attacks", knows: ["Model", "Machine", "Authoring", "Simulator", "Verifier", "TestFlows"]),
  tests("Core/Model", knows: ["Model", "Switch", "Authoring", "TestFlows"]),
  tests("Core/Machine", knows: ["Model", "Machine", "Switch", "Traces", "TestFlows"]),
  tests("Core/Switch", knows: ["Switch", "Authoring", "TestFlows"]),
  tests(
    "App/LaunchFlow",
    knows: [
      "LaunchFlow", "Calls", "Offline", "Testing", "Model", "Machine", "Switch", "Traces", "Simulator",
      "Timeline", "Server", "TestFlows", "TestHandlers", "TestProcesses", "TestServers", "Victim",
    ]),
  tests(
    "App/Testing",
    knows: ["LaunchFlow", "Testing", "Telemetry", "UI", "Simulator", "TestFlows", "TestHandlers"]),
  // Isolates to the main actor by default, as new projects of Xcode do.
  tests(
    "App/MainActor",
    knows: ["LaunchFlow", "Delivery", "Telemetry", "Testing", "UI", "Simulator"],
    more: [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
  tests(
    "App/Delivery",
    knows: ["LaunchFlow", "Delivery", "Server", "TestFlows", "TestProcesses", "TestServers", "Victim"]),
  tests(
    "App/Recording",
    knows: ["LaunchFlow", "Recording", "Machine", "Records", "TestFlows", "TestProcesses", "Victim"]),
  tests("Tools/Authoring", knows: ["Model", "Switch", "Authoring", "TestFlows"], exclude: ["Goldens"]),
  tests(
    "Tools/Simulator",
    knows: ["Model", "Machine", "Switch", "Traces", "Authoring", "Simulator", "TestFlows"]),
  tests(
    "Tools/Verifier",
    knows: ["Model", "Machine", "Switch", "Authoring", "Simulator", "Verifier", "TestFlows", "TestAttacks"]),
  tests(
    "Tools/Timeline",
    knows: [
      "Model", "Machine", "Switch", "Traces", "Simulator", "Timeline", "Telemetry", "Delivery", "TestFlows",
      "TestClients",
    ]),
  tests(
    "Tools/Fleet",
    knows: ["Machine", "Records", "Authoring", "Simulator", "Verifier", "Timeline", "Fleet", "TestFlows"]),
  tests(
    "Tools/Server",
    knows: ["LaunchFlow", "Simulator", "Server", "TestFlows", "TestClients", "TestHandlers", "TestServers"]),
  tests(
    "Command",
    knows: [
      "Command", "LaunchFlow", "Delivery", "Recording", "Model", "Machine", "Switch", "Records",
      "Authoring", "Simulator", "Verifier", "Timeline", "Server", "TestFlows", "TestClients", "TestServers",
    ], exclude: ["Goldens"]),
  // A program that works until it is killed, for tests of files after a crash.
  program(
    "Victim", "Victim",
    knows: ["LaunchFlow", "Offline", "Delivery", "Recording", "Switch", "Records"]),
  // Flows as timed automata, to compare the verifier with another tool; see `.ci/tchecker`. It imports neither the
  // machine nor the verifier.
  program("TimedAutomata", "Oracles/TimedAutomata", knows: ["Model", "Authoring", "TestFlows"]),
  // An app that starts one launch, to measure.
  program("FirstLaunch", "FirstLaunch", knows: ["LaunchFlow", "TestProcesses"]),
  // The benchmarks behind all published figures.
  program(
    "LaunchFlowBenchmarks", "Benchmarks",
    knows: [
      "LaunchFlow", "Delivery", "Machine", "Authoring", "Simulator", "Verifier", "Server", "Command",
      "TestFlows", "TestAttacks", "TestHandlers", "TestProcesses", "TestServers",
    ]),
]

let package = Package(
  name: "LaunchFlow",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "LaunchFlow", targets: ["LaunchFlow"]),
    .library(name: "LaunchFlowCalls", targets: ["LaunchFlowCalls"]),
    .library(name: "LaunchFlowOffline", targets: ["LaunchFlowOffline"]),
    .library(name: "LaunchFlowDelivery", targets: ["LaunchFlowDelivery"]),
    .library(name: "LaunchFlowTesting", targets: ["LaunchFlowTesting"]),
    .library(name: "LaunchFlowUI", targets: ["LaunchFlowUI"]),
    .library(name: "LaunchFlowRecording", targets: ["LaunchFlowRecording"]),
    .library(name: "LaunchFlowTelemetry", targets: ["LaunchFlowTelemetry"]),
    .executable(name: "launchflow", targets: ["LaunchFlowCommand"]),
    .executable(name: "launchflow-generate", targets: ["launchflow-generate"]),
    .plugin(name: "LaunchFlowPlugin", targets: ["LaunchFlowPlugin"]),
    .plugin(name: "LaunchFlowCommandPlugin", targets: ["LaunchFlowCommandPlugin"]),
  ],
  targets: core + app + tools + command + plugin + examples + suites,
  swiftLanguageModes: [.v6]
)
