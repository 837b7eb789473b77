import Foundation
import LaunchFlowModel

/// A real Chromium without a window that shows one page after another, driven with pointer and keys over its debugging
/// pipe.
///
/// It starts with its first page, and ends with the process that drives it: then its pipe closes.
package actor Browser {
  /// What keeps a browser from being driven.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Where Chromium is: `LAUNCHFLOW_BROWSER`, or what the path or the applications have; nil without one, and
  /// where that variable is empty.
  package static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["LAUNCHFLOW_BROWSER"] { return named.isEmpty ? nil : named }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    let places =
      names.flatMap { name in folders.map { "\($0)/\(name)" } } + [
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      ]
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// What the page has written to its console, errors of its policy included.
  package private(set) var console: [String] = []
  /// The addresses that were asked for.
  package private(set) var requests: [String] = []
  /// Whether the page has opened a dialog of the browser's own.
  package private(set) var hasAlerted = false

  private let input = Pipe()
  private let folder = URL.temporaryDirectory.appending(path: "launchflow-browser-\(UUID().uuidString)")
  private var messages: AsyncStream<JSONValue>.Iterator?
  private var target: JSONValue?
  private var session: JSONValue?
  private var number: Int64 = 0
  private var hasLoaded = false

  package init() {}

  private func start() throws {
    guard let path = Self.path else { throw Failure(description: "there is no Chromium") }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let output = Pipe()
    messages = Self.messages(of: output.fileHandleForReading).makeAsyncIterator()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // The browser speaks over its descriptors 3 and 4, which only a shell can lay. The folder goes when it has ended.
    process.arguments =
      [
        "-c", "folder=$1; shift; \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1; rm -rf \"$folder\"",
        path,
        folder.path(),
      ] + Self.flags(folder)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// The pages are our own, so no sandbox is asked for: many a container grants none.
  private static func flags(_ folder: URL) -> [String] {
    [
      "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--hide-scrollbars",
      "--user-data-dir=\(folder.appending(path: "profile").path())",
    ]
  }

  /// The messages of the browser, each of which ends with a zero byte.
  private static func messages(of handle: FileHandle) -> AsyncStream<JSONValue> {
    AsyncStream { continuation in
      // Reading blocks, so it has a thread of its own.
      Thread.detachNewThread {
        var pending: [UInt8] = []
        while case let data = handle.availableData, !data.isEmpty {
          pending += data
          while let end = pending.firstIndex(of: 0) {
            let text = String(decoding: pending[..<end], as: UTF8.self)
            pending.removeSubrange(...end)
            if let value = try? JSONValue(parsing: text) { continuation.yield(value) }
          }
        }
        continuation.finish()
      }
    }
  }

  /// Opens an empty page in place of the one before, whose window, wishes and fingers are forgotten.
  package func openWindow(width: Int = 1200, height: Int = 900, isScripted: Bool = true) async throws {
    if messages == nil { try start() }
    session = nil
    if let target { try await send("Target.closeTarget", ["targetId": target]) }
    target = try await send("Target.createTarget", ["url": "about:blank"]).object?["targetId"]
    session = try await send(
      "Target.attachToTarget", ["targetId": target ?? .null, "flatten": true]
    ).object?["sessionId"]
    for domain in ["Page", "Runtime", "Log", "Network"] { try await send("\(domain).enable") }
    // Chromium logs an observer's loop, but does not tell it over the pipe.
    let listener = "addEventListener('error', (event) => console.error(event.message))"
    try await send("Page.addScriptToEvaluateOnNewDocument", ["source": .string(listener)])
    if !isScripted { try await send("Emulation.setScriptExecutionDisabled", ["value": true]) }
    try await resize(width: width, height: height)
  }

  /// Gives the window another size.
  package func resize(width: Int, height: Int) async throws {
    try await send(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(Int64(width)), "height": .integer(Int64(height)), "deviceScaleFactor": 1,
        "mobile": false,
      ])
  }

  /// Opens a page in a new window.
  package func open(
    _ html: String, width: Int = 1200, height: Int = 900, isScripted: Bool = true
  ) async throws {
    try await openWindow(width: width, height: height, isScripted: isScripted)
    try await show(html)
  }

  /// Opens another page in place of this one; what the one before wrote and asked for is forgotten.
  package func show(_ html: String) async throws {
    let file = folder.appending(path: "page.html")
    try Data(html.utf8).write(to: file)
    try await visit(file.absoluteString)
  }

  /// Opens an address in place of this page; what the page before wrote and asked for is forgotten.
  package func visit(_ address: String) async throws {
    console = []
    requests = []
    hasAlerted = false
    hasLoaded = false
    try await send("Page.navigate", ["url": .string(address)])
    while !hasLoaded { note(try await next()) }
  }

  /// Gives an order and waits for its answer.
  @discardableResult
  package func send(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
    number += 1
    var order: JSONObject = JSONObject([
      .init(name: "id", value: .integer(number)), .init(name: "method", value: .string(method)),
      .init(name: "params", value: parameters),
    ])
    if let session { order["sessionId"] = session }
    try input.fileHandleForWriting.write(contentsOf: Data(JSONValue.object(order).text().utf8) + [0])
    while true {
      let message = try await next()
      guard message.object?["id"] == .integer(number) else {
        note(message)
        continue
      }
      if let error = message.object?["error"] { throw Failure(description: "\(method): \(error.text())") }
      return message.object?["result"] ?? .null
    }
  }

  private func next() async throws -> JSONValue {
    var iterator = messages
    let message = await iterator?.next(isolation: self)
    messages = iterator
    guard let message else { throw Failure(description: "the browser went away") }
    return message
  }

  private func note(_ message: JSONValue) {
    // The page before may still have something to tell.
    guard message.object?["sessionId"] == session else { return }
    let parameters = message.object?["params"]
    switch message.object?["method"]?.string {
    case "Page.loadEventFired": hasLoaded = true
    case "Page.javascriptDialogOpening": hasAlerted = true
    case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
      console.append(parameters?.text() ?? "")
    case "Network.requestWillBeSent":
      requests.append(parameters?[JSONPointer(tokens: ["request", "url"])]?.string ?? "?")
    default: break
    }
  }
}

extension Browser {
  /// What an expression of the page comes to.
  @discardableResult
  package func value(_ expression: String) async throws -> JSONValue {
    let result = try await send(
      "Runtime.evaluate", ["expression": .string(expression), "returnByValue": true])
    if let exception = result.object?["exceptionDetails"] {
      throw Failure(description: "\(expression): \(exception.text())")
    }
    return result[JSONPointer(tokens: ["result", "value"])] ?? .null
  }

  /// The text that an expression comes to; empty for none.
  package func text(_ expression: String) async throws -> String { try await value(expression).string ?? "" }

  /// Presses and releases a key.
  package func press(_ key: String) async throws {
    let codes: [String: Int64] = [
      "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Escape": 27,
      "Enter": 13, "Tab": 9,
    ]
    let typed = key.count == 1 ? key : key == "Enter" ? "\r" : nil
    var event: JSONObject = JSONObject([
      .init(name: "type", value: "keyDown"), .init(name: "key", value: .string(key)),
      .init(name: "windowsVirtualKeyCode", value: .integer(codes[key] ?? 0)),
    ])
    if let typed { event["text"] = .string(typed) }
    try await send("Input.dispatchKeyEvent", .object(event))
    event["type"] = "keyUp"
    event["text"] = nil
    try await send("Input.dispatchKeyEvent", .object(event))
  }

  /// Presses the keys of a text.
  package func type(_ text: String) async throws {
    for character in text { try await press(String(character)) }
  }

  /// Moves the pointer onto what a selector finds first.
  package func hover(_ selector: String) async throws {
    try await pointer("mouseMoved", at: try await centre(selector))
  }

  /// Moves the pointer onto what a selector finds first, and clicks.
  package func click(_ selector: String) async throws {
    let place = try await centre(selector)
    for kind in ["mouseMoved", "mousePressed", "mouseReleased"] { try await pointer(kind, at: place) }
  }

  /// Presses on the middle of what a selector finds first, moves the pointer by so many pixels, and releases it.
  package func drag(_ selector: String, by distance: Double) async throws {
    let place = try await centre(selector)
    try await pointer("mouseMoved", at: place)
    try await pointer("mousePressed", at: place)
    for part in 1...4 {
      try await pointer("mouseMoved", at: (place.x + distance * Double(part) / 4, place.y), isPressed: true)
    }
    try await pointer("mouseReleased", at: (place.x + distance, place.y))
  }

  /// Lets the page believe that its reader has a screen for fingers.
  package func offerTouch() async throws {
    try await send("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 5])
  }

  /// Puts a finger on a place, moves it by so many pixels, and lifts it.
  ///
  /// - Parameter isLifted: Whether the finger is lifted at the end; else it stays there.
  /// - Returns: Where the finger was at the end.
  @discardableResult
  package func dragByFinger(
    from start: (x: Double, y: Double), by distance: (x: Double, y: Double), isLifted: Bool = true
  ) async throws -> (x: Double, y: Double) {
    try await touch("touchStart", [start])
    var place = start
    for part in 1...8 {
      place = (start.x + distance.x * Double(part) / 8, start.y + distance.y * Double(part) / 8)
      try await touch("touchMove", [place])
    }
    if isLifted { try await touch("touchEnd", []) }
    return place
  }

  /// Sends an event of the screen.
  ///
  /// - Parameters:
  ///   - kind: `touchStart`, `touchMove`, `touchEnd` or `touchCancel`.
  ///   - fingers: Where the fingers are on the screen; none at an end.
  package func touch(_ kind: String, _ fingers: [(x: Double, y: Double)]) async throws {
    let points = fingers.enumerated().map { number, place -> JSONValue in
      ["x": .double(place.x), "y": .double(place.y), "id": .integer(Int64(number))]
    }
    try await send("Input.dispatchTouchEvent", ["type": .string(kind), "touchPoints": .array(points)])
  }

  /// Waits until an expression of the page is true.
  package func wait(for condition: String) async throws {
    while try await !comes(true: condition) {}
  }

  /// Whether an expression of the page becomes true before so many looks at it.
  package func comes(true condition: String, looks: Int = 100) async throws -> Bool {
    for _ in 0..<looks {
      if try await value("!!(\(condition))") == true { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  /// Presses the pointer's button at one place, and releases it at another one.
  package func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) async throws {
    try await pointer("mouseMoved", at: start)
    try await pointer("mousePressed", at: start)
    let half = (x: (start.x + end.x) / 2, y: start.y)
    for place in [half, end] { try await pointer("mouseMoved", at: place, isPressed: true) }
    try await pointer("mouseReleased", at: end)
  }

  /// Turns the wheel by so many pixels.
  package func wheel(at place: (x: Double, y: Double), by pixels: Double) async throws {
    try await send(
      "Input.dispatchMouseEvent",
      [
        "type": "mouseWheel", "x": .double(place.x), "y": .double(place.y), "deltaX": 0,
        "deltaY": .double(pixels),
      ])
  }

  private func pointer(
    _ kind: String, at place: (x: Double, y: Double), isPressed: Bool = false
  ) async throws {
    try await send(
      "Input.dispatchMouseEvent",
      [
        "type": .string(kind), "x": .double(place.x), "y": .double(place.y),
        "button": kind == "mouseMoved" && !isPressed ? "none" : "left",
        "clickCount": kind == "mouseMoved" ? 0 : 1, "buttons": isPressed ? 1 : 0,
      ])
  }

  /// The middle of what a selector finds first, once it is in view.
  package func centre(_ selector: String) async throws -> (x: Double, y: Double) {
    let box = try await value(
      """
      (() => {
        const element = document.querySelector(\(JSONValue.string(selector).text()));
        if (!element) return null;
        element.scrollIntoView({ block: 'center' });
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      })()
      """)
    guard let place = box.array, place.count == 2, let x = place[0].number, let y = place[1].number else {
      throw Failure(description: "there is no \(selector)")
    }
    return (x, y)
  }

  /// Lets the page believe that its reader prefers something, such as dark colours.
  package func prefer(_ feature: String, _ value: String, medium: String = "") async throws {
    try await send(
      "Emulation.setEmulatedMedia",
      ["media": .string(medium), "features": [["name": .string(feature), "value": .string(value)]]])
  }
}
