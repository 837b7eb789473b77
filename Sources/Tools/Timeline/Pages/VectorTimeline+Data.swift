extension VectorTimeline {
  /// The data for a page's script, as JSON for a script element: its axis, its limits, its arrows, and the details of its
  /// rows.
  var data: String {
    let limits = scene.limits.map { limit -> JSONValue in
      ["kind": .string(limit.kind.rawValue), "time": .integer(limit.time), "text": Self.text(limit.text)]
    }
    let arrows = scene.arrows.map { arrow -> JSONValue in
      [
        .integer(Int64(arrow.from)), .integer(arrow.leaves), .integer(Int64(arrow.to)),
        .integer(arrow.arrives),
      ]
    }
    return Self.element([
      "span": .integer(scene.span), "left": Self.tenths(bars.left),
      "right": Self.tenths(bars.right), "width": Self.tenths(width),
      "limits": .array(limits), "arrows": .array(arrows), "title": scene.captionTitle.map(Self.text) ?? .null,
      "searched": .bool(scene.isInteractive), "rows": .array(scene.rows.map(Self.row)),
    ])
  }

  private static func row(_ row: Scene.Row) -> JSONValue {
    let details = row.details
    return [
      "name": text(row.label),
      "lines": .array(details.lines.map { [text($0.label), text($0.text)] }),
      "group": details.group.map { .integer(Int64($0)) } ?? .null,
      "related": .array(details.related.map { .integer(Int64($0)) }),
      "notable": .bool(details.isNotable),
    ]
  }

  private static func text(_ text: String) -> JSONValue { .string(text.visible()) }

  private static func tenths(_ place: Double) -> JSONValue {
    .number(Double((place * 10).clampedToInt64) / 10)
  }

  /// No data may look like the end of its element.
  private static func element(_ value: JSONValue) -> String {
    var bytes: [UInt8] = []
    for byte in value.text().utf8 {
      if byte == UInt8(ascii: "<") { bytes += Array("\\u003c".utf8) } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
