// Records launches into the folder that its first argument names, until it is killed.
import Foundation
import LaunchFlowMachine
import LaunchFlowRecording
import LaunchFlowRecords

let folder = RecordFolder(
  url: URL(fileURLWithPath: CommandLine.arguments[1]), limits: RecordFolder.Limits(bytes: 40_000, records: 50)
)
var number: Int64 = 0
while true {
  number += 1
  var record = LaunchRecord(flow: "killed", version: String(repeating: "v", count: Int(number % 700)))
  record.landing = LaunchRecord.Landing(page: "home", time: number)
  record.end = number
  do throws(RecordingFailure) {
    try folder.add(record)
  } catch {
    print(error)
    exit(3)
  }
  print(number)
  fflush(nil)
}
