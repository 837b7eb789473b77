import Foundation
import Testing

@testable import LaunchFlowAuthoring
@testable import LaunchFlowCommand
@testable import LaunchFlowTimeline

/// The scripts, pages and documents that `.ci/embed` writes into Swift.
@Suite struct EmbeddedFilesTests {
  static let texts: [(file: String, text: String)] = [
    ("Authoring/Advice/advice.txt", AuthoringFiles.adviceAdviceTxt),
    ("Authoring/Reference/keys.txt", AuthoringFiles.referenceKeysTxt),
    ("Timeline/Canvas/definitions.svg", TimelineFiles.canvasDefinitionsSvg),
    ("Timeline/Canvas/picture.css", TimelineFiles.canvasPictureCss),
    ("Timeline/Pages/axis.js", TimelineFiles.pagesAxisJs),
    ("Timeline/Pages/drawing.js", TimelineFiles.pagesDrawingJs),
    ("Timeline/Pages/keys.html", TimelineFiles.pagesKeysHtml),
    ("Timeline/Pages/page.css", TimelineFiles.pagesPageCss),
    ("Timeline/Pages/page.js", TimelineFiles.pagesPageJs),
    ("Timeline/Pages/picture.js", TimelineFiles.pagesPictureJs),
    ("Command/Completions/launchflow.bash", CommandFiles.completionsLaunchflowBash),
    ("Command/Completions/launchflow.fish", CommandFiles.completionsLaunchflowFish),
    ("Command/Completions/launchflow.zsh", CommandFiles.completionsLaunchflowZsh),
    ("Command/Explain/article.md", CommandFiles.explainArticleMd),
    ("Command/Explain/explanations.txt", CommandFiles.explainExplanationsTxt),
    ("Command/Init/launch.json", CommandFiles.initLaunchJson),
    ("Command/Init/launch.scenarios.json", CommandFiles.initLaunchScenariosJson),
    ("Command/Init/offline.json", CommandFiles.initOfflineJson),
    ("Command/Init/offline.scenarios.json", CommandFiles.initOfflineScenariosJson),
    ("Command/Options/help.txt", CommandFiles.optionsHelpTxt),
    ("Command/Studio/drawing.js", CommandFiles.studioDrawingJs),
    ("Command/Studio/files.js", CommandFiles.studioFilesJs),
    ("Command/Studio/handles.js", CommandFiles.studioHandlesJs),
    ("Command/Studio/inputs.js", CommandFiles.studioInputsJs),
    ("Command/Studio/page.css", CommandFiles.studioPageCss),
    ("Command/Studio/page.html", CommandFiles.studioPageHtml),
    ("Command/Studio/panels.js", CommandFiles.studioPanelsJs),
    ("Command/Studio/state.js", CommandFiles.studioStateJs),
  ]

  @Test(arguments: texts) func `the Swift text is the file's`(_ file: String, _ text: String) throws {
    let bytes = try Data(contentsOf: Binary.package.appending(path: "Sources/LaunchFlow" + file))
    #expect(text == String(decoding: bytes, as: UTF8.self), "run .ci/embed")
  }

  @Test func `every embedded file is compared`() throws {
    for target in ["Authoring", "Timeline", "Command"] {
      let path = "Sources/LaunchFlow\(target)/\(target)Files.swift"
      let text = try String(contentsOf: Binary.package.appending(path: path), encoding: .utf8)
      #expect(text.ranges(of: "\n  static let ").count == Self.texts.count { $0.file.hasPrefix(target) })
    }
  }
}
