import LaunchFlowModel

/// Holds a file in the trace-event format to the format's rules, as its viewers do: what breaks one of them is
/// dropped there, or drawn at the wrong place.
struct TraceEventChecker {
  /// Everything that is wrong, in words.
  private(set) var flaws: [String] = []
  /// The slices by track, in the order of the file.
  private var slices: [Int64: [Slice]] = [:]
  private var named: Set<Int64> = []
  private var used: Set<Int64> = []
  private var arrows: [Arrow] = []

  private struct Slice {
    var name: String
    var start: Double
    var end: Double
  }

  private struct Arrow {
    var phase: String
    var id: JSONValue
    var name: String
    var category: String?
    var track: Int64
    var time: Double
    var isBoundToEnclosing: Bool
  }

  init(_ file: JSONValue) {
    guard let events = file.object?["traceEvents"]?.array else {
      flaws = ["no traceEvents"]
      return
    }
    if !["ms", "ns"].contains(file.object?["displayTimeUnit"]?.string) { flaws.append("no displayTimeUnit") }
    for (index, event) in events.enumerated() { read(event, index) }
    for track in used.subtracting(named).sorted() { flaws.append("track \(track) has no name") }
    for track in slices.keys.sorted() { checkNesting(track) }
    checkArrows()
  }

  private mutating func read(_ value: JSONValue, _ index: Int) {
    guard let event = value.object, let phase = event["ph"]?.string, let name = event["name"]?.string,
      case .integer(1)? = event["pid"], case .integer(let track)? = event["tid"]
    else {
      flaws.append("event \(index) lacks ph, name, pid or tid")
      return
    }
    if phase == "M" {
      readMetadata(event, name, track)
      return
    }
    used.insert(track)
    guard let time = microseconds(event["ts"]), time >= 0 else {
      flaws.append("\(name): ts is no time in microseconds")
      return
    }
    switch phase {
    case "X":
      guard let duration = microseconds(event["dur"]), duration >= 0 else {
        flaws.append("\(name): dur is no time in microseconds")
        return
      }
      slices[track, default: []].append(Slice(name: name, start: time, end: time + duration))
    case "i":
      if !["g", "p", "t"].contains(event["s"]?.string) { flaws.append("\(name): an instant without scope") }
    case "s", "f":
      arrows.append(
        Arrow(
          phase: phase, id: event["id"] ?? .null, name: name, category: event["cat"]?.string, track: track,
          time: time, isBoundToEnclosing: event["bp"] == "e"))
    default: flaws.append("\(name): unknown phase \(phase)")
    }
  }

  private mutating func readMetadata(_ event: JSONObject, _ name: String, _ track: Int64) {
    let arguments = event["args"]?.object
    switch name {
    case "thread_name":
      named.insert(track)
      if arguments?["name"]?.string == nil { flaws.append("a track's name is no text") }
    case "process_name":
      if arguments?["name"]?.string == nil { flaws.append("the process's name is no text") }
    case "thread_sort_index":
      if arguments?["sort_index"]?.number == nil { flaws.append("a track's place is no number") }
    default: flaws.append("unknown metadata \(name)")
    }
  }

  /// A number of microseconds that is a whole number of nanoseconds.
  private func microseconds(_ value: JSONValue?) -> Double? {
    guard let number = value?.number else { return nil }
    let nanoseconds = number * 1000
    return abs(nanoseconds - nanoseconds.rounded()) <= max(1e-3, nanoseconds.magnitude * 1e-12) ? number : nil
  }

  /// Slices of one track stand apart or within one another.
  private mutating func checkNesting(_ track: Int64) {
    var open: [Slice] = []
    for slice in slices[track, default: []].sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) }) {
      while let last = open.last, last.end <= slice.start { open.removeLast() }
      if let last = open.last, slice.end > last.end + 1e-6 {
        flaws.append("\(slice.name) begins in \(last.name) and ends after it")
      }
      open.append(slice)
    }
  }

  /// Arrows come in pairs of one id, name and category, forwards in time, from and to slices.
  private mutating func checkArrows() {
    var starts: [JSONValue: Arrow] = [:]
    var ended: Set<JSONValue> = []
    for arrow in arrows where arrow.phase == "s" {
      if starts.updateValue(arrow, forKey: arrow.id) != nil { flaws.append("two arrows have one id") }
    }
    for arrow in arrows {
      let isOnSlice = slices[arrow.track, default: []].contains {
        $0.start <= arrow.time && arrow.time <= $0.end
      }
      if !isOnSlice { flaws.append("an arrow touches no slice") }
      guard arrow.phase == "f" else { continue }
      guard let start = starts[arrow.id], ended.insert(arrow.id).inserted else {
        flaws.append("an arrow ends that did not begin")
        continue
      }
      if start.name != arrow.name || start.category != arrow.category || arrow.category == nil {
        flaws.append("an arrow's ends differ in name or category")
      }
      if start.time > arrow.time { flaws.append("an arrow goes back in time") }
      if !arrow.isBoundToEnclosing { flaws.append("an arrow's end is not bound to the slice around it") }
    }
    if ended.count != starts.count { flaws.append("an arrow begins that does not end") }
  }
}
