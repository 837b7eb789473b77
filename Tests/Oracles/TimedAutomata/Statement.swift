/// A statement of an edge: an assignment, or a block that is executed where conditions hold.
///
/// TChecker has `if` statements. Its analysis of clocks doubles its work with each of them, so a block is written with
/// conditional expressions alone: `b0=(if v1 == 0 then 1 else 0); v1=(if b0 == 1 then 2 else v1)`.
indirect enum Statement: ExpressibleByStringInterpolation {
  case assign(String, String)
  case block([String], [Statement], otherwise: [Statement])

  /// The deepest nesting of blocks, counted in registers.
  static let depth = 24

  /// Reads `v1=2`.
  init(stringLiteral text: String) {
    let place = text.firstIndex(of: "=") ?? text.endIndex
    self = .assign(String(text[..<place]), String(text[place...].dropFirst()))
  }

  /// Assignments that have its effect where a register is 1; those of the numbers from `free` on may be used.
  func assignments(_ free: Int, _ guardian: String?) -> [String] {
    switch self {
    case .assign(let variable, let value):
      guard let guardian else { return ["\(variable)=\(value)"] }
      return ["\(variable)=(if \(guardian) == 1 then \(value) else \(variable))"]
    case .block(let conditions, let statements, let otherwise):
      let all = (guardian.map { ["\($0) == 1"] } ?? []) + conditions
      if all.isEmpty { return statements.flatMap { $0.assignments(free, nil) } }
      let test = all.joined(separator: " && ")
      if statements.count == 1, otherwise.isEmpty, case .assign(let variable, let value) = statements[0] {
        return ["\(variable)=(if \(test) then \(value) else \(variable))"]
      }
      let (yes, no) = ("b\(free)", "b\(free + 1)")
      var lines = ["\(yes)=(if \(test) then 1 else 0)"]
      if !otherwise.isEmpty {
        let isGuarded = guardian.map { "\($0) == 1 && " } ?? ""
        lines.append("\(no)=(if \(isGuarded)\(yes) == 0 then 1 else 0)")
      }
      lines += statements.flatMap { $0.assignments(free + 2, yes) }
      return lines + otherwise.flatMap { $0.assignments(free + 2, no) }
    }
  }
}

/// Statements that are executed where all conditions hold.
func when(_ conditions: [String], _ statements: [Statement], otherwise: [Statement] = []) -> Statement {
  .block(conditions, statements, otherwise: otherwise)
}
