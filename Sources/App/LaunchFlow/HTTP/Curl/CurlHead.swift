#if os(Linux)
  import LaunchFlowMachine

  /// The head of an answer, read line by line.
  struct CurlHead {
    private(set) var status = 0
    private var lines: [HTTPHeader] = []
    private var isComplete = false

    /// Whether it is the complete head of the answer itself. Heads with a 1xx status may come before it.
    var isFinal: Bool { isComplete && status >= 200 }

    /// Reads a line with its end. Lines after the answer's head are trailers, which are ignored.
    mutating func take(_ line: UnsafeRawBufferPointer) {
      guard !isFinal else { return }
      let line = line.prefix { $0 != 10 && $0 != 13 }
      if status == 0 || isComplete, line.starts(with: "HTTP/".utf8) {
        self = CurlHead()
        let words = line.split(separator: 0x20)
        status = words.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      } else if line.isEmpty {
        isComplete = true
      } else if Self.isBlank(line[line.startIndex]), !lines.isEmpty {
        // A long value may continue in the next line.
        lines[lines.count - 1].value += " " + Self.text(line)
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        lines.append(HTTPHeader(Self.text(line[..<colon]), Self.text(line[(colon + 1)...])))
      }
    }

    private static func text(_ bytes: UnsafeRawBufferPointer.SubSequence) -> String {
      let bytes = bytes.drop(while: isBlank)
      let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? bytes.startIndex
      return String(decoding: bytes[..<end], as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The value of a header, by its name in lower case.
    subscript(name: String) -> String? { lines.first { $0.name.lowercased() == name }?.value }

    /// The size of the body as it is sent, if the server gives it.
    var length: Int? { self["content-length"].flatMap { Int($0) } }

    /// The headers, sorted by name. Headers with one name are joined, with their values in order.
    var headers: [HTTPHeader] {
      var merged: [HTTPHeader] = []
      for header in lines.sortedByName() {
        if let last = merged.last, last.name.lowercased() == header.name.lowercased() {
          merged[merged.count - 1].value += ", " + header.value
        } else {
          merged.append(header)
        }
      }
      return merged
    }
  }
#endif
