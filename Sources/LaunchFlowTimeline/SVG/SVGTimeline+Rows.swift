import LaunchFlowMachine
import LaunchFlowModel

extension SVGTimeline {
  func add(_ row: TimelineRow, at index: Int, _ xml: inout XMLBuilder) {
    let caption = StepCaption(row, in: chart, ascii: false)
    let middle = Self.rowHeight / 2
    let name = chart.name(of: row)
    xml.begin(
      "g", ("class", "row"), ("data-row", "\(index)"), ("data-step", row.step.map(String.init)),
      ("id", "\(options.prefix)-row-\(index)"), ("transform", "translate(0 \(y(index).coordinate))"))
    xml.element("title", content: StepTale(row, in: chart).text)
    // What can be pointed at is the whole row.
    xml.element(
      "rect", ("class", "hit"), ("x", "8"), ("y", "0"), ("width", (width - 16).coordinate),
      ("height", Self.rowHeight.coordinate), ("fill", "none"), ("pointer-events", "all"))
    let indent = Self.margin + Double(min(row.depth, 8)) * 14
    let room = Int((left - indent - 18) / Self.characterWidth)
    xml.element(
      "text", ("class", row.isCritical || row.isGroup ? "strong" : row.isFolded ? "faint" : nil),
      ("x", indent.coordinate), ("y", (middle + 4).coordinate),
      content: name.printable(ascii: false).shortened(to: room, ellipsis: "…"))
    if row.isCritical {
      xml.element(
        "path", ("class", "tip"), ("d", "M\((left - 11).coordinate) \((middle - 4).coordinate)l7 4l-7 4z"))
    }
    addSlack(row, middle, &xml)
    for segment in row.segments { add(segment, of: row, caption.tone, middle, &xml) }
    let isDue = row.marks.contains { $0.kind == .useFallback }
    for mark in row.marks { add(mark, caption.tone, middle, isDue: isDue, &xml) }
    add(caption, middle, &xml)
    xml.end()
  }

  private func add(_ caption: StepCaption, _ middle: Double, _ xml: inout XMLBuilder) {
    guard !caption.parts.isEmpty else { return }
    xml.element(
      "text", ("class", "\(caption.tone.look) strong"), ("x", (right + 10).coordinate),
      ("y", (middle + 4).coordinate),
      content: caption.tone.sign)
    let room = Int((width - right - 34) / Self.characterWidth)
    let isFaint = caption.tone == .skipped || caption.tone == .cancelled
    xml.element(
      "text", ("class", isFaint ? "faint" : nil), ("x", (right + 25).coordinate),
      ("y", (middle + 4).coordinate),
      content: caption.parts.joined(separator: " ").printable(ascii: false).cut(to: room, ellipsis: "…"))
  }

  /// A thin tail up to the moment when something first waited for the step.
  private func addSlack(_ row: TimelineRow, _ middle: Double, _ xml: inout XMLBuilder) {
    guard let step = row.step, !row.isCritical, !row.isGroup, chart.summary.steps[step].start != nil,
      let end = chart.summary.steps[step].end,
      chart.summary.steps[step].attempts.allSatisfy({ $0.lateSince == nil && !$0.isAbandoned }),
      let until = chart.slackEnd(of: step), until > end
    else { return }
    let (from, to) = (x(end).coordinate, x(until).coordinate)
    xml.element(
      "path", ("class", "slack"),
      ("d", "M\(from) \(middle.coordinate)H\(to)M\(to) \((middle - 4).coordinate)v8"))
  }

  private func add(
    _ segment: TimelineRow.Segment, of row: TimelineRow, _ tone: StepCaption.Tone, _ middle: Double,
    _ xml: inout XMLBuilder
  ) {
    let from = x(segment.start)
    let to = max(x(segment.end), from + 1.5)
    switch segment.kind {
    case .backoff, .poll:
      xml.element(
        "path", ("class", segment.kind == .backoff ? "wait" : "poll"),
        ("d", "M\(from.coordinate) \(middle.coordinate)H\(to.coordinate)"))
    case .abandoned:
      xml.element("path", ("class", "abandoned"), ("d", wave(from, to, middle)))
    case .group:
      let (low, high) = ((middle + 5).coordinate, (middle - 3).coordinate)
      xml.element(
        "path", ("class", "group"),
        ("d", "M\(from.coordinate) \(low)V\(high)H\(to.coordinate)V\(low)"))
    case .queued: bar(from, to, middle, 10, "queued", pattern: "queue", &xml, isFilled: false)
    case .folded: bar(from, to, middle, 6, "folded", pattern: nil, &xml)
    case .offline: bar(from, to, middle, 16, "offline", pattern: "hatch", &xml)
    case .late: bar(from, to, middle, 7, "\(look(segment, tone)) late", pattern: pattern(segment), &xml)
    case .work, .fallbackWork:
      let critical = row.isCritical ? " critical" : ""
      bar(from, to, middle, 13, look(segment, tone) + critical, pattern: pattern(segment), &xml)
      if let number = segment.number, to - from > 12 {
        xml.element(
          "text", ("class", "number"), ("x", (from + 4).coordinate), ("y", (middle + 3.5).coordinate),
          content: "\(number)")
      }
    }
    addEnding(segment, to, middle, &xml)
  }

  private func bar(
    _ from: Double, _ to: Double, _ middle: Double, _ height: Double, _ look: String, pattern: String?,
    _ xml: inout XMLBuilder, isFilled: Bool = true
  ) {
    let (place, top) = (from.coordinate, (middle - height / 2).coordinate)
    let (width, tall) = ((to - from).coordinate, height.coordinate)
    if isFilled {
      xml.element(
        "rect", ("class", look), ("x", place), ("y", top), ("width", width), ("height", tall), ("rx", "2"))
    }
    if let pattern {
      xml.element(
        "rect", ("fill", "url(#\(options.prefix)-\(pattern))"), ("x", place), ("y", top), ("width", width),
        ("height", tall), ("rx", "2"))
    }
  }

  private func look(_ segment: TimelineRow.Segment, _ tone: StepCaption.Tone) -> String {
    switch segment.ending {
    case .failed, .timedOut: "bad"
    case .cancelled: "cancelled"
    case .fine, .open:
      segment.kind == .fallbackWork ? "fallback" : tone == .recovered ? "recovered" : "work"
    }
  }

  private func pattern(_ segment: TimelineRow.Segment) -> String? {
    switch segment.ending {
    case .failed, .timedOut: "hatch"
    case .cancelled: nil
    case .fine, .open: segment.kind == .fallbackWork ? "dots" : nil
    }
  }

  private func wave(_ from: Double, _ to: Double, _ middle: Double) -> String {
    var path = "M\(from.coordinate) \(middle.coordinate)"
    let count = min(400, max(1, Int((to - from) / 8)))
    let step = (to - from) / Double(count)
    for index in 0..<count {
      let lift = index % 2 == 0 ? -4.0 : 4.0
      path += "q\((step / 2).coordinate) \(lift.coordinate) \(step.coordinate) 0"
    }
    return path
  }

  private func addEnding(
    _ segment: TimelineRow.Segment, _ end: Double, _ middle: Double, _ xml: inout XMLBuilder
  ) {
    let (place, high, low) = (end.coordinate, (middle - 9).coordinate, (middle + 9).coordinate)
    switch segment.ending {
    case .fine, .open: break
    case .timedOut: xml.element("path", ("class", "sign"), ("d", "M\(place) \(high)V\(low)"))
    case .failed:
      let (a, b) = ((end - 4).coordinate, (end + 4).coordinate)
      let (c, d) = ((middle - 4).coordinate, (middle + 4).coordinate)
      xml.element("path", ("class", "sign"), ("d", "M\(a) \(c)L\(b) \(d)M\(a) \(d)L\(b) \(c)"))
    case .cancelled:
      xml.element(
        "path", ("class", "stop"),
        ("d", "M\((end - 4).coordinate) \(low)L\((end + 4).coordinate) \(high)"))
    }
  }

  private func add(
    _ mark: TimelineRow.Mark, _ tone: StepCaption.Tone, _ middle: Double, isDue: Bool, _ xml: inout XMLBuilder
  ) {
    guard mark.time <= chart.span else { return }
    let place = x(mark.time)
    switch mark.kind {
    case .deadline:
      xml.element(
        "path", ("class", "mark"), ("d", "M\((place - 4).coordinate) \((middle - 6).coordinate)h4v12h-4"))
    case .instant:
      xml.element(
        "circle", ("class", tone == .failed ? "bad" : "instant"), ("cx", place.coordinate),
        ("cy", middle.coordinate), ("r", "4"))
    case .useFallback:
      xml.element(
        "path", ("class", "due"),
        ("d", "M\((place - 6).coordinate) \(middle.coordinate)l6 -6l6 6l-6 6z"))
    case .recovered:
      xml.element(
        "path", ("class", "taken"),
        ("d", "M\((place + (isDue ? 8 : 3)).coordinate) \((middle - 8).coordinate)v10h7m-4 -4l4 4l-4 4"))
    }
  }
}

extension TimelineRow {
  /// The step or group that it is about.
  var step: Int? {
    switch subject {
    case .step(let step), .group(let step): step
    case .folded, .offline: nil
    }
  }

  var isGroup: Bool { if case .group = subject { true } else { false } }
  var isFolded: Bool { if case .folded = subject { true } else { false } }
}
