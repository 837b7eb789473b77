import LaunchFlow
import LaunchFlowSimulator

extension LaunchTest {
  /// The sample answers of the scenario file that do not fit the app's types, with one sentence for each.
  ///
  /// A sample is the `value` or `response` of a step that succeeds, or the content of a cache that the step reads.
  ///
  /// - Parameter types: The types of steps, such as the `valueTypes` of a generated type.
  public func mismatches(with types: [(step: String, type: any (Decodable & Sendable).Type)]) -> [String] {
    guard let file = scenarios else { return [] }
    var found: [String] = []
    for scenario in [file.defaults] + file.scenarios {
      for (name, type) in types {
        guard let step = plan.index(of: name) else {
          found.append("the flow has no step \(name)")
          continue
        }
        for value in samples(of: step, in: scenario) {
          guard let problem = Self.problem(of: value, as: type) else { continue }
          found.append(
            "\(scenario.name ?? "defaults"): the value of \(name) does not fit \(type): \(problem)")
        }
      }
    }
    return found
  }

  /// The values that a step may have under a scenario.
  private func samples(of step: Int, in scenario: Scenario) -> [JSONValue] {
    if case .cache(let cache) = plan.documents[step].work {
      return scenario.caches.filter { $0.cache == cache }.compactMap(\.value)
    }
    let entries = (scenario.steps + scenario.classes.flatMap(\.steps)).filter {
      $0.step == plan.stepNames[step]
    }.flatMap(\.attempts)
    return entries.compactMap { entry -> JSONValue? in
      let answer: Answer
      switch entry.outcome {
      case .value(let value): answer = .value(value)
      case .response(let response): answer = Answer(response)
      default: return nil
      }
      guard case .known(let value) = plan.read(answer, of: step, origin: .own).value else { return nil }
      return value
    }
  }

  private static func problem(of value: JSONValue, as type: any (Decodable & Sendable).Type) -> String? {
    do {
      _ = try value.decoded(as: type)
      return nil
    } catch let DecodingError.keyNotFound(key, context) {
      return "no value at /\((context.codingPath + [key]).map(\.stringValue).joined(separator: "/"))"
    } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context),
      let DecodingError.dataCorrupted(context)
    {
      return "another type at /\(context.codingPath.map(\.stringValue).joined(separator: "/"))"
    } catch {
      return "it cannot be decoded"
    }
  }
}
