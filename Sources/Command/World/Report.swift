import LaunchFlowTimeline

/// Writes pictures and values in the format of the command line, each text with a line end at its end.
struct Report {
  let format: OutputFormat
  let options: TextOptions
  private let output: String?
  private let world: World

  init(_ given: Given, in world: World) {
    self.world = world
    output = given[SharedOptions.output]
    format = given.format ?? .text
    options = TextOptions(given, output: output, in: world)
  }

  /// A picture; in the formats for programs its value.
  func text(_ picture: @autoclosure () -> Picture, _ value: @autoclosure () -> JSONValue) -> String {
    switch format {
    case .text: picture().text(options)
    case .html: picture().html()
    case .svg: picture().svg()
    default: json(value())
    }
  }

  func json(_ value: JSONValue) -> String { value.text(format == .json ? .pretty : .compact) + "\n" }

  func joined(_ texts: [String]) -> String {
    guard format == .json, texts.count != 1 else {
      return texts.joined(separator: format == .text ? "\n" : "")
    }
    return "[\n" + texts.map { String($0.dropLast()) }.joined(separator: ",\n") + "\n]\n"
  }

  func write(_ text: String) throws(FileError) { try world.write(text, as: format.form, to: output) }
}

extension TextOptions {
  /// The options that fit the output. A file gets neither the terminal's width nor its colours.
  init(_ given: Given, output: String? = nil, in world: World) {
    self.init()
    let isFile = output.map { $0 != World.standardStream } ?? false
    width = isFile ? given[SharedOptions.width] ?? World.plainWidth : world.width(given)
    isColoured = isFile ? given[SharedOptions.color] == .always : world.colors(.data, given)
    isASCII = world.isASCII(given)
  }
}
