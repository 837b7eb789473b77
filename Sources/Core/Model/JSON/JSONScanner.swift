/// Reads JSON (RFC 8259) into nodes, without recursion.
struct JSONScanner {
  /// Valid only within the closure that lends the bytes.
  let bytes: UnsafeBufferPointer<UInt8>
  let depthLimit: Int
  var offset = 0
  private(set) var nodes: [JSONNode] = []
  private var open: [Int] = []
  /// How many elements of each open container have begun.
  private var elementCounts: [Int32] = []

  static func scan(_ bytes: [UInt8], limits: JSONLimits) throws(JSONSyntaxError) -> [JSONNode] {
    guard bytes.count <= limits.bytes else {
      throw JSONSyntaxError("the text is larger than \(limits.bytes) bytes", at: 0..<0)
    }
    return try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
      var scanner = JSONScanner(bytes: bytes, depthLimit: limits.depth)
      try scanner.scan()
      return scanner.nodes
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    nodes.reserveCapacity(bytes.count / 16 + 1)
  }

  /// The byte at the offset, nil at the end.
  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func scan() throws(JSONSyntaxError) {
    // Editors on Windows write a byte order mark; RFC 8259, section 8.1, lets a reader ignore it.
    if bytes.starts(with: SourceText.byteOrderMark) { offset = SourceText.byteOrderMark.count }
    skipSpace()
    guard current != nil else {
      throw JSONSyntaxError(
        bytes.isEmpty ? "the text is empty" : "the text contains no value", at: offset..<offset)
    }
    try scanValue(key: -1, isKeyEscaped: false)
    while let container = open.last {
      try scanNext(in: container)
    }
    skipSpace()
    if current != nil {
      throw unexpected("the end of the text")
    }
  }

  /// Reads the next part of an open array or object: its end, or an element after its comma.
  private mutating func scanNext(in container: Int) throws(JSONSyntaxError) {
    let isObject = nodes[container].kind == .object
    let isFirst = container == nodes.count - 1
    let closing: UInt8 = isObject ? 0x7D : 0x5D
    skipSpace()
    if current == closing {
      offset += 1
      nodes[container].end = Int32(offset)
      nodes[container].next = Int32(nodes.count)
      open.removeLast()
      elementCounts.removeLast()
      return
    }
    if !isFirst {
      guard current == 0x2C else { throw missingComma(in: container) }
      let comma = offset
      offset += 1
      skipSpace()
      if current == closing {
        throw JSONSyntaxError(
          "trailing comma before '\(Character(Unicode.Scalar(closing)))'", at: comma)
      }
    }
    if isObject {
      try scanMember()
    } else {
      elementCounts[elementCounts.count - 1] += 1
      try scanValue(key: -1 - elementCounts[elementCounts.count - 1], isKeyEscaped: false)
    }
  }

  private mutating func scanMember() throws(JSONSyntaxError) {
    guard current == 0x22 else { throw unexpected("a key in double quotes") }
    let key = offset
    let isEscaped = try scanString()
    skipSpace()
    guard current == 0x3A else { throw unexpected("':' after the key") }
    offset += 1
    skipSpace()
    try scanValue(key: Int32(key), isKeyEscaped: isEscaped)
  }

  private mutating func scanValue(key: Int32, isKeyEscaped: Bool) throws(JSONSyntaxError) {
    guard let byte = current else { throw unexpected("a value") }
    var node = JSONNode(
      kind: .null, isKeyEscaped: isKeyEscaped, start: Int32(offset), key: key, parent: Int32(open.last ?? -1))
    switch byte {
    case 0x7B, 0x5B:
      guard open.count < depthLimit else {
        throw JSONSyntaxError(
          "arrays and objects are nested more than \(depthLimit) levels deep", at: offset)
      }
      node.kind = byte == 0x7B ? .object : .array
      offset += 1
      open.append(nodes.count)
      elementCounts.append(0)
      nodes.append(node)
      return
    case 0x22:
      node.kind = .string
      node.isEscaped = try scanString()
    case 0x2D, 0x30...0x39:
      node.kind = .number
      try scanNumber()
    case 0x74:
      node.kind = .bool
      try scanWord("true")
    case 0x66:
      node.kind = .bool
      try scanWord("false")
    case 0x6E:
      try scanWord("null")
    default:
      throw unexpected("a value")
    }
    node.end = Int32(offset)
    node.next = Int32(nodes.count + 1)
    nodes.append(node)
  }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func scanWord(_ word: StaticString) throws(JSONSyntaxError) {
    let start = offset
    for index in 0..<word.utf8CodeUnitCount {
      guard current == word.utf8Start[index] else {
        offset = start
        throw unexpected("a value")
      }
      offset += 1
    }
    if let byte = current, Self.isWordByte(byte) {
      offset = start
      throw unexpected("a value")
    }
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }

  /// The offset at which the innermost open array or object begins.
  var opening: Int? { open.last.map { Int(nodes[$0].start) } }
}
