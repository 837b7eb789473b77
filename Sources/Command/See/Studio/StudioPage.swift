import LaunchFlowTimeline

/// The studio's page. It is empty until its script has asked the server.
struct StudioPage {
  /// The folder's path as given.
  let folder: String
  /// A secret that only the page's own style and script have.
  let nonce: String

  /// The page's policy. It is sent as a header.
  var policy: String {
    "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; connect-src 'self'; img-src data:; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  }

  /// The parts of the script share one scope, separate from the page's.
  private static let script =
    "'use strict';\n(() => {\n" + CommandFiles.studioStateJs + CommandFiles.studioDrawingJs
    + CommandFiles.studioHandlesJs + CommandFiles.studioPanelsJs + CommandFiles.studioInputsJs
    + CommandFiles.studioFilesJs + "})();\n"

  /// The whole document. The folder comes last, since its name may be a placeholder.
  var text: String {
    CommandFiles.studioPageHtml
      .replacing("{style}", with: Picture.pageStyle + CommandFiles.studioPageCss)
      .replacing("{script}", with: Self.script)
      .replacing("{nonce}", with: nonce)
      .replacing("{folder}", with: folder.xmlEscaped)
  }
}
