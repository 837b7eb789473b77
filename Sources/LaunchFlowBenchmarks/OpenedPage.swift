import Foundation

/// How long Chromium takes to draw a page, beyond an empty one.
enum OpenedPage {
  private static let times = 5

  /// Prints a row of the table of commands, or says that it is skipped without Chromium.
  ///
  /// - Parameters:
  ///   - page: The file of the page.
  ///   - folder: For the browser's own files.
  static func tell(_ page: URL, in folder: URL) throws {
    let row = "its first picture in Chromium, beyond an empty page's"
    guard let browser else { return print("| \(row) | SKIPPED: no Chromium here | | | |") }
    let empty = folder.appending(path: "empty.html")
    try Data("<!DOCTYPE html><title>empty</title>".utf8).write(to: empty)
    // The first start fills the browser's own folder.
    _ = try seconds(browser, empty, folder)
    var (with, without): ([Double], [Double]) = ([], [])
    for _ in 0..<times {
      without.append(try seconds(browser, empty, folder))
      with.append(try seconds(browser, page, folder))
    }
    let more = with.sorted()[times / 2] - without.sorted()[times / 2]
    print("| \(row) | \(String(format: "%.1f", more * 1000)) | | | \(times) × |")
  }

  private static func seconds(_ browser: String, _ page: URL, _ folder: URL) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: browser)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--user-data-dir=\(folder.appending(path: "profile").path(percentEncoded: false))",
      "--screenshot=\(folder.appending(path: "page.png").path(percentEncoded: false))", page.absoluteString,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    return start.duration(to: .now) / .seconds(1)
  }

  /// `LAUNCHFLOW_BROWSER`, or what the path has; nil without one, and where that variable is empty.
  private static var browser: String? {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["LAUNCHFLOW_BROWSER"] { return named.isEmpty ? nil : named }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return ["chromium", "chromium-browser", "google-chrome"].flatMap { name in folders.map { "\($0)/\(name)" }
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
