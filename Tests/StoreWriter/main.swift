import Foundation
import LaunchFlow
import LaunchFlowModel

// Writes numbered entries to the store in the folder that it is given, for ever, and says each number once
// the entry is stored. Whoever started it kills it in the middle.

let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".")
let store = FileCacheStore(folder: folder)
var number = Int64(CommandLine.arguments.dropFirst(2).first ?? "") ?? 0
while true {
  number += 1
  // Long enough that a write takes several pages, and of a length that changes.
  let filler = String(repeating: "\(number % 10)", count: 20_000 + Int(number % 7) * 3_000)
  let entry = CacheEntry(["number": .integer(number), "filler": .string(filler)], storedAt: Date())
  try await store.store(entry, for: CacheKey("entry", scope: "user"))
  FileHandle.standardOutput.write(Data("\(number)\n".utf8))
}
