import Foundation

// Runs mutated documents through every command of the built `launchflow` for a bounded time. Each finding is kept with
// its files, and the exit status is 1 if there is any.

var seed: UInt64 = 1
var seconds = 60.0
var first: UInt64 = 0
var binary = ""
var flows = "flows"
var keep = ".build/fuzz"

var words = CommandLine.arguments.dropFirst()
while let option = words.popFirst(), let value = words.popFirst() {
  switch option {
  case "--seed": seed = UInt64(value) ?? seed
  case "--seconds": seconds = Double(value) ?? seconds
  case "--case": first = UInt64(value) ?? first
  case "--binary": binary = value
  case "--flows": flows = value
  case "--keep": keep = value
  default: break
  }
}
guard !binary.isEmpty else {
  print("usage: Fuzz --binary PATH [--seed S] [--seconds N] [--case N] [--flows DIR] [--keep DIR]")
  exit(2)
}

let corpus = try Corpus(folder: URL(filePath: flows), binary: binary)
let start = ContinuousClock.now
var findings: [Finding] = []
var runs = 0
var number = first
while ContinuousClock.now - start < .seconds(seconds) {
  let trial = try Trial(corpus, seed: seed, number: number, binary: binary)
  let found = try trial.run()
  runs += trial.runs
  findings += found
  for finding in found { print("seed \(seed) case \(number): \(finding)") }
  if found.isEmpty {
    trial.discard()
  } else {
    try trial.move(to: URL(filePath: keep).appending(path: "\(seed)-\(number)"))
  }
  number += 1
}
print("fuzz: seed \(seed), \(number - first) cases, \(runs) runs, \(findings.count) findings")
exit(findings.isEmpty ? 0 : 1)
