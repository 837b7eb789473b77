/// The meaning of words or signs, which decides their colour.
enum Tone: String, Hashable, Sendable {
  case plain, faint, work, good, recovered, bad, landing, deadline
}

struct Words: Hashable, Sendable {
  var text: String
  var tone: Tone
  var isStrong: Bool

  init(_ text: String, _ tone: Tone = .plain, isStrong: Bool = false) {
    self.text = text
    self.tone = tone
    self.isStrong = isStrong
  }
}

/// A line of text. Dots divide its parts; each part stays on one line if it fits.
struct Sentence: Hashable, Sendable {
  var parts: [[Words]]

  init(_ parts: [Words]?...) { self.parts = parts.compactMap(\.self) }
  init(parts: [[Words]]) { self.parts = parts }
  init(_ text: String, _ tone: Tone = .plain) { parts = [[Words(text, tone)]] }

  /// The title of a picture.
  init(title: String, _ details: String?..., seed: UInt64?, run: UInt64? = nil) {
    let run = run.map { $0 > 0 ? ", run \($0)" : "" } ?? ""
    parts = [[Words(title, isStrong: true)]] + details.compactMap { $0.map { [Words($0)] } }
    if let seed { parts.append([Words("seed \(seed)\(run)", .faint)]) }
  }

  var text: String {
    parts.map { $0.reduce(into: "") { $0 += $1.text } }.joined(separator: " · ")
  }

  /// A number with its noun, which is given in the singular.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  func prefixed(_ words: String) -> Sentence {
    var sentence = self
    sentence.parts = [[Words(words, .faint)] + (parts.first ?? [])] + parts.dropFirst()
    return sentence
  }
}
