/// The canonical layout of a document: only white space changes. Every key, string and number stays as its
/// author wrote it, in the author's order.
///
/// - A value on one line stays on one line if it fits the width. Lists of words and numbers are always laid
///   out anew, on as few lines as possible.
/// - In a value on several lines, members share a line if their author has put them on one and they fit. If a
///   value on one line is too long, only words and numbers share lines.
/// - A blank line between members stays, as a single one.
/// - Two spaces a level, `{ "key": value }`, `[1, 2]`, line feeds, one of them at the end.
///
/// The layout of a text that was laid out is the same text.
package struct JSONLayout {
  /// The maximal number of columns of a line, if its content permits.
  package static let width = 120

  private let json: JSONDocument
  private let width: Int
  /// The columns of each node's value on one line; `Int.max` for nodes that must not be on one.
  private var columns: [Int]
  private var text: [UInt8] = []

  package static func text(of value: JSONValue) -> [UInt8] {
    let plain = value.text()
    // A text written from a value is always JSON.
    let json = try? JSONDocument(SourceText(name: "", text: plain))
    return json.flatMap { text(of: $0) } ?? Array(plain.utf8)
  }

  /// The text of a document in the canonical layout; nil if it would be too long to read again. Hundreds of
  /// nested levels may cause that.
  package static func text(of json: JSONDocument, width: Int = JSONLayout.width) -> [UInt8]? {
    var layout = JSONLayout(json, width: width)
    layout.write(0, indent: 0, isFlat: false)
    layout.text.append(0x0A)
    return layout.isTooLong ? nil : layout.text
  }

  private init(_ json: JSONDocument, width: Int) {
    self.json = json
    self.width = width
    let nodes = json.nodes
    columns = nodes.map { $0.kind == .array || $0.kind == .object ? 2 : 0 }
    // A container precedes its content, so every sum is complete when it is read.
    for index in nodes.indices.reversed() { measure(index) }
  }

  private var isTooLong: Bool { text.count > JSONLimits.standard.bytes }
}

extension JSONLayout {
  /// Completes a node's columns and adds them to its container's.
  private mutating func measure(_ index: Int) {
    let node = json.nodes[index]
    let hasContent = Int(node.next) > index + 1
    switch node.kind {
    case .object where hasContent: columns[index] = Self.sum(columns[index], 2)
    case .object, .array: break
    default: columns[index] = Self.columns(of: json.source.bytes[Int(node.start)..<Int(node.end)])
    }
    if hasContent, !isPlainList(index), hasLineBreak(in: index) { columns[index] = .max }
    guard node.parent >= 0 else { return }
    let parent = Int(node.parent)
    let isFirst = index == parent + 1
    let own = Self.sum(keyColumns(index), columns[index])
    columns[parent] = Self.sum(columns[parent], Self.sum(own, isFirst ? 0 : 2))
  }

  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }

  /// The columns of a member's key and the separator after it; 0 for an element.
  private func keyColumns(_ index: Int) -> Int {
    guard json.nodes[index].key >= 0 else { return 0 }
    return Self.columns(of: json.source.bytes[json.keyRange(of: index)]) + 2
  }

  private static func columns(of bytes: ArraySlice<UInt8>) -> Int {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes.count }
    return String(decoding: bytes, as: UTF8.self).displayWidth
  }

  /// Whether a node is a list of elements without children.
  private func isPlainList(_ index: Int) -> Bool {
    let elements = json.nodes[index].kind == .array ? Array(json.children(of: index)) : []
    return !elements.isEmpty && !elements.contains(where: json.isContainer)
  }

  /// Whether the author has put some child of a node onto a new line.
  private func hasLineBreak(in index: Int) -> Bool {
    json.children(of: index).contains { lineBreaks(before: $0) > 0 }
  }

  /// The number of line breaks before a child, up to two.
  private func lineBreaks(before index: Int) -> Int {
    let node = json.nodes[index]
    let bytes = json.source.bytes
    var offset = Int(node.key >= 0 ? node.key : node.start) - 1
    var found = 0
    // Only white space and a comma precede a child.
    while offset >= 0, found < 2 {
      switch bytes[offset] {
      case 0x0A: found += 1
      case 0x0D: found += offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 0 : 1
      case 0x20, 0x09, 0x2C: break
      default: return found
      }
      offset -= 1
    }
    return found
  }
}

extension JSONLayout {
  /// Writes a value, after its key.
  private mutating func write(_ index: Int, indent: Int, isFlat: Bool) {
    let node = json.nodes[index]
    guard json.isContainer(index) else { return copy(Int(node.start)..<Int(node.end)) }
    let isObject = node.kind == .object
    guard Int(node.next) > index + 1 else { return text += isObject ? Array("{}".utf8) : Array("[]".utf8) }
    text.append(isObject ? 0x7B : 0x5B)
    if isFlat {
      if isObject { text.append(0x20) }
      for child in json.children(of: index) {
        if child > index + 1 { text += Array(", ".utf8) }
        writeMember(child, indent: indent, isFlat: true)
      }
      if isObject { text.append(0x20) }
    } else {
      writeLines(of: index, indent: indent + 2)
      breakLine(indent)
    }
    text.append(isObject ? 0x7D : 0x5D)
  }

  private mutating func writeMember(_ index: Int, indent: Int, isFlat: Bool) {
    if json.nodes[index].key >= 0 {
      copy(json.keyRange(of: index))
      text += Array(": ".utf8)
    }
    write(index, indent: indent, isFlat: isFlat)
  }

  private mutating func writeLines(of index: Int, indent: Int) {
    let isFilled = isPlainList(index)
    // Without the author's line breaks, there are none to keep.
    let isKept = !isFilled && hasLineBreak(in: index)
    var column = indent
    // Whether the line may take another member. Without the author's grouping, only words share a line.
    var isOpen = false
    for child in json.children(of: index) {
      guard !isTooLong else { return }
      let isLast = json.nodes[child].next == json.nodes[index].next
      let needed = Self.sum(Self.sum(keyColumns(child), columns[child]), isLast ? 0 : 1)
      let breaks = child == index + 1 ? 1 : lineBreaks(before: child)
      if child > index + 1 { text.append(0x2C) }
      let belongs = isKept ? breaks == 0 : !json.isContainer(child)
      let shares = isOpen && belongs && needed <= width - column - 1
      if shares {
        text.append(0x20)
        column += 1
      } else {
        if isKept, child > index + 1, breaks > 1 { text.append(0x0A) }
        breakLine(indent)
        column = indent
      }
      let isFlat = !json.isContainer(child) || needed <= width - column
      writeMember(child, indent: indent, isFlat: isFlat)
      column = isFlat ? Self.sum(column, needed) : width
      isOpen = isFlat && (isKept || index > 0 && !json.isContainer(child))
    }
  }

  private mutating func breakLine(_ indent: Int) {
    text.append(0x0A)
    for _ in 0..<indent { text.append(0x20) }
  }

  private mutating func copy(_ range: Range<Int>) {
    text += json.source.bytes[range]
  }
}
