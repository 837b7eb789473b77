import Foundation
import Testing

@testable import LaunchFlowAuthoring
@testable import LaunchFlowCommand
@testable import LaunchFlowTimeline

/// The scripts, pages and documents that `.ci/embed` writes into Swift.
@Suite struct EmbeddedFilesTests {
  static let texts: [(file: String, text: String)] = [
    ("Tools/Authoring/Advice/advice.txt", AuthoringFiles.adviceAdviceTxt),
    ("Tools/Authoring/Generation/flow.swift.txt", AuthoringFiles.generationFlowSwiftTxt),
    ("Tools/Authoring/Reference/keys.txt", AuthoringFiles.referenceKeysTxt),
    ("Tools/Authoring/Schema/rules.json", AuthoringFiles.schemaRulesJson),
    ("Tools/Timeline/Canvas/definitions.svg", TimelineFiles.canvasDefinitionsSvg),
    ("Tools/Timeline/Canvas/picture.css", TimelineFiles.canvasPictureCss),
    ("Tools/Timeline/Pages/axis.js", TimelineFiles.pagesAxisJs),
    ("Tools/Timeline/Pages/drawing.js", TimelineFiles.pagesDrawingJs),
    ("Tools/Timeline/Pages/keys.html", TimelineFiles.pagesKeysHtml),
    ("Tools/Timeline/Pages/page.css", TimelineFiles.pagesPageCss),
    ("Tools/Timeline/Pages/page.js", TimelineFiles.pagesPageJs),
    ("Tools/Timeline/Pages/picture.js", TimelineFiles.pagesPictureJs),
    ("Command/Shell/Completions/launchflow.bash", CommandFiles.completionsLaunchflowBash),
    ("Command/Shell/Completions/launchflow.fish", CommandFiles.completionsLaunchflowFish),
    ("Command/Shell/Completions/launchflow.zsh", CommandFiles.completionsLaunchflowZsh),
    ("Command/Write/Explain/explanations.txt", CommandFiles.explainExplanationsTxt),
    ("Command/Write/Init/launch.json", CommandFiles.initLaunchJson),
    ("Command/Write/Init/launch.scenarios.json", CommandFiles.initLaunchScenariosJson),
    ("Command/Write/Init/offline.json", CommandFiles.initOfflineJson),
    ("Command/Write/Init/offline.scenarios.json", CommandFiles.initOfflineScenariosJson),
    ("Command/Options/help.txt", CommandFiles.optionsHelpTxt),
    ("Command/See/Studio/drawing.js", CommandFiles.studioDrawingJs),
    ("Command/See/Studio/files.js", CommandFiles.studioFilesJs),
    ("Command/See/Studio/handles.js", CommandFiles.studioHandlesJs),
    ("Command/See/Studio/inputs.js", CommandFiles.studioInputsJs),
    ("Command/See/Studio/page.css", CommandFiles.studioPageCss),
    ("Command/See/Studio/page.html", CommandFiles.studioPageHtml),
    ("Command/See/Studio/panels.js", CommandFiles.studioPanelsJs),
    ("Command/See/Studio/state.js", CommandFiles.studioStateJs),
  ]

  @Test(arguments: texts) func `the Swift text is the file's`(_ file: String, _ text: String) throws {
    let bytes = try Data(contentsOf: Binary.package.appending(path: "Sources/" + file))
    #expect(text == String(decoding: bytes, as: UTF8.self), "run .ci/embed")
  }

  @Test func `every embedded file is compared`() throws {
    for target in ["Tools/Authoring", "Tools/Timeline", "Command"] {
      let path = "Sources/\(target)/\(target.split(separator: "/").last ?? "")Files.swift"
      let text = try String(contentsOf: Binary.package.appending(path: path), encoding: .utf8)
      #expect(text.ranges(of: "\n  static let ").count == Self.texts.count { $0.file.hasPrefix(target) })
    }
  }
}
