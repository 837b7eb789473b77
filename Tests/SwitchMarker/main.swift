import Foundation
import LaunchFlow
import LaunchFlowModel

// Presses the button of a switch for ever, marked and unmarked in turn, and says each press before and after.
// Whoever started it kills it in the middle.

struct NoTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange { HTTPExchange {} }
}

func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

var document = OfflineSwitchDocument(name: "offline")
document.marked = OfflineSwitchDocument.Mark(cache: "offline-marked")
let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".")
let offlineSwitch = try await OfflineSwitch(
  document, transport: NoTransport(), store: FileCacheStore(folder: folder))
say(offlineSwitch.state.isOffline ? "began marked" : "began unmarked")
while true {
  if offlineSwitch.state.isOffline {
    say("unmarking")
    try await offlineSwitch.unmark()
    say(offlineSwitch.state.isOffline ? "wrong" : "unmarked")
  } else {
    say("marking")
    try await offlineSwitch.mark()
    say(offlineSwitch.state.isOffline ? "marked" : "wrong")
  }
}
