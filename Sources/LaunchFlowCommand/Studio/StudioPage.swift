import LaunchFlowTimeline

/// The studio's page. It shows nothing before its script has asked the server.
struct StudioPage {
  /// The folder's path, as it was given.
  let folder: String
  /// A secret that only the page's own style and script have.
  let nonce: String

  /// The page's policy. It is sent as a header.
  var policy: String {
    "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; connect-src 'self'; img-src data:; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  }

  /// The whole document.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en" class="lf">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>LaunchFlow studio</title>
    <style nonce="\(nonce)">\(Picture.pageStyle)\(StudioStyle.sheet)</style>
    </head>
    <body>
    <noscript><p>The studio needs its script.</p></noscript>
    <header>
    <div id="top">
    <h1>Studio <span class="say-faint">\(folder.xmlEscaped)</span></h1>
    \(Self.changes)</div>
    \(Self.tools)</header>
    \(Self.content)\(Self.dialog)<script nonce="\(nonce)">\(StudioScript.source)</script>
    </body>
    </html>

    """
  }

  private static let changes = """
    <span id="unsaved" hidden>● not in the file yet</span>
    <button type="button" id="undo" disabled>Undo</button>
    <button type="button" id="redo" disabled>Redo</button>
    <button type="button" id="write" disabled>Write it to the file…</button>

    """

  private static let tools = """
    <div id="bar">
    <label>Scenario <select id="scenario"></select></label>
    <label>Seed <input id="seed" inputmode="numeric" size="5" autocomplete="off"></label>
    <label>Run <input id="run" inputmode="numeric" size="4" autocomplete="off"></label>
    <label>Runs <input id="runs" inputmode="numeric" size="6" autocomplete="off"></label>
    <label title="Makes the axis so long that every time-out and deadline is on it"><input type="checkbox" id="whole"> show all handles</label>
    </div>

    """

  private static let content = """
    <div id="columns">
    <ul id="documents" aria-label="Flows"></ul>
    <main>
    <p id="message" role="status"></p>
    <div id="errors" hidden></div>
    <div class="scroll"><div id="stage"><div id="picture"></div><div id="handles"></div></div></div>
    <div id="panels">
    <section aria-label="Step"><h2>Step <select id="step" aria-label="Step"></select></h2>
    <div id="fields"></div></section>
    <section aria-label="Many runs"><h2>Many runs</h2><div id="figures"></div></section>
    <section aria-label="Every run"><h2>Every run, proved</h2><div id="proof"></div></section>
    </div>
    <section aria-label="Problems" id="problems" hidden><h2>What check says</h2><div id="diagnostics"></div></section>
    </main>
    </div>

    """

  private static let dialog = """
    <dialog id="patch">
    <h2 id="patch-title">The patch</h2>
    <p id="patch-note"></p>
    <div id="theirs" hidden><p>Changed on disk meanwhile:</p><pre></pre></div>
    <pre id="patch-text"></pre>
    <div id="patch-problems"></div>
    <p><button type="button" id="confirm">Write</button> <button type="button" id="cancel">Cancel</button></p>
    </dialog>

    """
}
