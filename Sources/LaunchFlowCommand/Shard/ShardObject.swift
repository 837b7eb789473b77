import LaunchFlowModel

/// An object in a shard's line, read member by member.
struct ShardObject {
  let object: JSONObject
  /// Where it is, as the beginning of a message.
  let name: String

  init(_ object: JSONObject, _ name: String) {
    self.object = object
    self.name = name
  }

  /// A member that is an object.
  func object(_ member: String) throws(InvalidShard) -> ShardObject {
    guard let value = object[member]?.object else {
      throw InvalidShard("\(name)\"\(member)\" must be an object")
    }
    return ShardObject(value, "\(name)\(member): ")
  }

  /// A member that is a list of objects.
  func objects(_ member: String) throws(InvalidShard) -> [ShardObject] {
    guard let values = object[member]?.array else {
      throw InvalidShard("\(name)\"\(member)\" must be a list")
    }
    var objects: [ShardObject] = []
    for (place, value) in values.enumerated() {
      guard let value = value.object else {
        throw InvalidShard("\(name)\"\(member)\" must be a list of objects")
      }
      objects.append(ShardObject(value, "\(name)\(member) \(place + 1): "))
    }
    return objects
  }

  /// A member that is text.
  func string(_ member: String) throws(InvalidShard) -> String {
    guard let value = object[member]?.string else { throw InvalidShard("\(name)\"\(member)\" must be text") }
    return value
  }

  /// A member that is a whole number in a range.
  func number(_ member: String, _ range: ClosedRange<Int64>) throws(InvalidShard) -> Int64 {
    guard case .integer(let value) = object[member], range.contains(value) else {
      throw InvalidShard("\(name)\"\(member)\" must be \(Self.text(range))")
    }
    return value
  }

  /// A member that is a list of whole numbers in a range.
  func numbers(_ member: String, _ range: ClosedRange<Int64>) throws(InvalidShard) -> [Int64] {
    guard let values = object[member]?.array else {
      throw InvalidShard("\(name)\"\(member)\" must be a list")
    }
    var numbers: [Int64] = []
    numbers.reserveCapacity(values.count)
    for value in values {
      guard case .integer(let number) = value, range.contains(number) else {
        throw InvalidShard("\(name)each element of \"\(member)\" must be \(Self.text(range))")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// A member that is a list of so many counts.
  func counts(_ member: String, _ count: Int, atMost most: Int) throws(InvalidShard) -> [Int] {
    let counts = try numbers(member, 0...Int64(most))
    guard counts.count == count else {
      throw InvalidShard("\(name)\"\(member)\" must have \(count) elements")
    }
    return counts.map { Int($0) }
  }

  /// A member that is a list of ascending times, each but the first by how much it is later than the one before it.
  func times(_ member: String, isStrict: Bool = true) throws(InvalidShard) -> [Int64] {
    var times: [Int64] = []
    var time: Int64 = 0
    for later in try numbers(member, 0...Int64.max) {
      let (next, overflow) = time.addingReportingOverflow(later)
      guard !overflow, !isStrict || times.isEmpty || later > 0 else {
        throw InvalidShard("\(name)\"\(member)\" must be ascending times")
      }
      times.append(next)
      time = next
    }
    return times
  }

  private static func text(_ range: ClosedRange<Int64>) -> String {
    if range.upperBound == .max { return "a whole number of at least \(range.lowerBound)" }
    if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
    return "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}
