/// Changes of a document's bytes: blind ones, and ones along its tokens.
public enum DocumentMutation {
  /// Values and texts that readers and arithmetic may stumble over.
  static let tokens = #"""
    null
    true
    0
    -1
    1
    1e308
    -0.0
    9223372036854775807
    9223372036854775808
    18446744073709551615
    18446744073709551616
    1e-400
    65536
    4294967296
    ""
    []
    {}
    [[]]
    "0s"
    "1ns"
    "106751d"
    "9223372036854775807ns"
    "9999999999999999999s"
    "*"
    "landing"
    "offline"
    "hang"
    "${ask}"
    "${"
    "${a/b"
    "\ud800"
    "\u0000"
    "\u202e"
    "::error::x"
    "../../etc/passwd"
    "/dev/zero"
    "rider-launch.json"
    "continue"
    "steps": {}
    "poll": { "every": "1ms", "until": [] }
    "include": ["rider-launch.json"]
    "runs": 1000000000
    "retry": { "attempts": 1000, "delay": "1ns" }
    "needs": ["login"]
    "after": ["landing"]
    "results": { "x": { "at": "/x", "equals": 1 } }
    "format": 2
    "lane": "main"
    "deadline": "1ns"
    "useFallbackAfter": "0s"
    "jitter": "full"
    "failFast": true
    "fallback": [{ "value": 1 }]
    "when": { "not": {} }
    "odds": { "ok": 1e308 }
    """#.split(separator: "\n").map(String.init)

  /// The bytes after one to four changes.
  public static func mutate(_ bytes: [UInt8], using generator: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: bytes[index(bytes, &generator)] = UInt8.random(in: .min ... .max, using: &generator)
      case 1: bytes.removeSubrange(range(bytes, &generator))
      case 2:
        let copied = Array(bytes[range(bytes, &generator)])
        bytes.insert(contentsOf: copied, at: index(bytes, &generator))
      case 3: bytes.removeLast(Int.random(in: 1...max(1, bytes.count / 8), using: &generator))
      case 4:
        let depth = Int.random(in: 1...700, using: &generator)
        bytes.insert(
          contentsOf: Array(repeating: UInt8(ascii: "["), count: depth), at: index(bytes, &generator))
      case 5, 6: misspell(&bytes, &generator)
      default: replaceToken(&bytes, &generator)
      }
    }
    return bytes
  }

  /// Changes a letter within a token, leaves it out or doubles it.
  private static func misspell(_ bytes: inout [UInt8], _ generator: inout SeededRandom) {
    guard let token = tokenRanges(bytes).filter({ $0.count > 3 }).randomElement(using: &generator) else {
      return
    }
    let place = Int.random(in: token.lowerBound + 1..<token.upperBound - 1, using: &generator)
    let letter = generator.pick(Array("aZ-5 /${.xA0sm_".utf8))
    let letters = generator.pick([[], [letter], [bytes[place], letter], [bytes[place], bytes[place]]])
    bytes.replaceSubrange(place...place, with: letters)
  }

  /// Replaces a token by another one of the document, or by one that is hard to read; or puts it beside the token.
  private static func replaceToken(_ bytes: inout [UInt8], _ generator: inout SeededRandom) {
    let places = tokenRanges(bytes)
    guard let place = places.randomElement(using: &generator) else { return }
    let other: [UInt8]
    if Bool.random(using: &generator), let from = places.randomElement(using: &generator) {
      other = Array(bytes[from])
    } else {
      other = Array((tokens.randomElement(using: &generator) ?? "null").utf8)
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      bytes.insert(contentsOf: other + [UInt8(ascii: ",")], at: place.lowerBound)
    } else {
      bytes.replaceSubrange(place, with: other)
    }
  }

  /// Where the strings and numbers of the document are.
  private static func tokenRanges(_ bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let start = index
      if bytes[index] == UInt8(ascii: "\"") {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        ranges.append(start..<index)
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
          index += 1
        }
        ranges.append(start..<index)
      } else {
        index += 1
      }
    }
    return ranges
  }

  private static func index(_ bytes: [UInt8], _ generator: inout SeededRandom) -> Int {
    Int.random(in: bytes.indices, using: &generator)
  }

  private static func range(_ bytes: [UInt8], _ generator: inout SeededRandom) -> Range<Int> {
    let start = index(bytes, &generator)
    return start..<min(bytes.count, start + Int.random(in: 1...80, using: &generator))
  }
}
