import Foundation
import LaunchFlowAuthoring
import LaunchFlowTestFlows

// Writes a flow as timed automata for TChecker, with the verifier's claims as labels; or random flows as files.

let usage = """
  usage: TimedAutomata FLOW [VERIFICATION]   the network, with the claims that `launchflow verify --format json` wrote
         TimedAutomata random FIRST COUNT FOLDER   random flows as files

  """

func fail(_ message: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(status)
}

func source(_ path: String) -> SourceText? {
  FileManager.default.contents(atPath: path).map { SourceText(name: path, bytes: Array($0)) }
}

let words = Array(CommandLine.arguments.dropFirst())
if words.count == 4, words[0] == "random", let first = UInt64(words[1]), let count = UInt64(words[2]) {
  for seed in first..<first + count {
    let flow = EncodableFlow.make(seed: seed)
    let url = URL(filePath: words[3]).appending(path: "random-\(seed).json")
    try Data((flow.json.text(.pretty) + "\n").utf8).write(to: url)
  }
} else if words.count == 1 || words.count == 2 {
  let folder = URL(filePath: words[0]).deletingLastPathComponent()
  guard let text = source(words[0]),
    let flow = Flow.read(text, including: { source(folder.appending(path: $0).path) }).document
  else { fail("\(words[0]): no flow, or one with errors", 2) }
  var verification: JSONValue?
  if words.count == 2 {
    verification = source(words[1]).flatMap { try? JSONValue(parsing: $0.bytes) }
    guard verification != nil else { fail("\(words[1]): no verification", 2) }
  }
  let leftOut = flow.leftOut
  guard leftOut.isEmpty else { fail(leftOut.joined(separator: ", "), 3) }
  let encoding = Encoding(flow, verification)
  for claim in encoding.claims {
    print("# \(claim.label) \(claim.isReachable ? "reachable" : "unreachable") \(claim.text)")
  }
  print(encoding.network.text, terminator: "")
} else {
  fail(usage, 2)
}
