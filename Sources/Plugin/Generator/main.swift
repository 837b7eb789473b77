import Foundation
import LaunchFlowAuthoring

// The tool of the build-tool plugin: checks a flow file and the scenarios beside it, and writes the flow as Swift.
//
//   launchflow-generate OUTPUT FLOW
//
// Errors and warnings are written as compilers write them, so that Xcode shows them at the line of the file.

let words = CommandLine.arguments
guard words.count == 3 else { exit(2) }
let (output, flowURL) = (URL(filePath: words[1]), URL(filePath: words[2]))

func report(_ text: String) {
  FileHandle.standardError.write(Data(text.utf8))
}

/// A file's text, named by its whole path for the place of errors.
func source(_ url: URL) -> SourceText? {
  (try? Data(contentsOf: url)).map { SourceText(name: url.path, bytes: [UInt8]($0)) }
}

guard let text = source(flowURL) else {
  report("\(flowURL.path):1:1: error: the flow file cannot be read\n")
  exit(1)
}
var included: [SourceText] = []
let reading = Flow.check(
  text,
  including: { name in
    let found = source(flowURL.deletingLastPathComponent().appending(path: name))
    if let found, !included.contains(where: { $0.name == found.name }) { included.append(found) }
    return found
  })
report(DiagnosticText(text).text(reading.diagnostics))
guard let flow = reading.document else { exit(1) }

let scenariosName = DocumentKind.scenariosName(besides: flowURL.lastPathComponent)
if let scenarios = source(flowURL.deletingLastPathComponent().appending(path: scenariosName)) {
  let file = DocumentReading.advised(scenarios, for: flow) { ScenarioFile.read($0, for: flow) }
  report(DiagnosticText(scenarios).text(file.diagnostics))
  if file.hasErrors { exit(1) }
}

let generated = SwiftSource(flow, documents: [text] + included, access: .internal).text
do {
  try Data(generated.utf8).write(to: output, options: .atomic)
} catch {
  report("error: \(output.path) cannot be written: \(error.localizedDescription)\n")
  exit(1)
}
