/// How the files that a flow includes are come by, and how far inclusion has gone.
struct FlowIncluder {
  /// More files than this do not include one another in a row; that ends circles, too.
  private static let mostLevels = 8

  /// The text of a file beside the flow's; nil where it cannot be read.
  let source: (String) -> SourceText?
  private var level = 0

  init(_ source: @escaping (String) -> SourceText?) {
    self.source = source
  }

  /// The same for a file that is being included; nil where that has gone too far.
  fileprivate var deeper: FlowIncluder? {
    guard level < Self.mostLevels else { return nil }
    var deeper = self
    deeper.level += 1
    return deeper
  }
}

extension DocumentReader {
  /// Takes over what included flows share. Where one cannot be read it might have declared anything.
  func include(_ node: Int?, into flow: inout Flow, _ includer: FlowIncluder) {
    guard let node else { return }
    let hint = json.string(of: node).map { "write [\"\($0)\"]" }
    guard let elements = elements(of: node, hint: hint) else {
      doubts.names.formUnion([.caches, .environments, .services])
      return
    }
    for element in elements {
      guard let name = string(element), let included = included(name, at: element, includer) else {
        doubts.names.formUnion([.caches, .environments, .services])
        continue
      }
      flow.caches += included.caches
      flow.services += included.services
      flow.environments += included.environments.filter { !flow.environments.contains($0) }
      flow.inclusions.append(
        Flow.Inclusion(
          file: name, caches: Set(included.caches.map(\.name)), services: Set(included.services.map(\.name))))
    }
  }

  private func included(_ name: String, at node: Int, _ includer: FlowIncluder) -> Flow? {
    guard name.hasSuffix(".json"), !name.contains(where: { $0 == "/" || $0 == "\\" }) else {
      report(
        .badValue, "an included file lies beside this one, and its name ends in .json", at: node,
        hint: "write its name alone, without a folder")
      return nil
    }
    guard let deeper = includer.deeper else {
      report(.cycle, "\"\(name)\" and this file include each other, or too many in a row", at: node)
      return nil
    }
    guard let source = includer.source(name) else {
      report(
        .unknownName, "the file \"\(name)\" cannot be read", at: node,
        hint: "it is looked for beside this file")
      return nil
    }
    guard let flow = Flow.read(source, deeper).document else {
      report(
        .unknownName, "\"\(name)\" has errors of its own, so that nothing can be taken from it", at: node,
        hint: "launchflow check \(source.name)")
      return nil
    }
    return flow
  }
}
