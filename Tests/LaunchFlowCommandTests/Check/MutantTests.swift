import Foundation
import Testing

@testable import LaunchFlowCommand

/// Mistakes that people make, one in each copy of a real file. What is said about each has been read as a newcomer
/// reads it, and is kept in a golden file.
@Suite struct MutantTests {
  enum File: String {
    case flow = "rider-launch.json"
    case scenarios = "rider-launch.scenarios.json"
    case offlineSwitch = "offline-switch.json"
  }

  struct Mutant {
    var file: File
    var name: String
    var old: String
    var new: String

    init(_ file: File, _ name: String, _ old: String, _ new: String) {
      self.file = file
      self.name = name
      self.old = old
      self.new = new
    }
  }

  static let mutants = [
    Mutant(
      .flow, "a brace lost at the end of a step",
      "\"nonEmpty\": true },\n      \"store\": \"server-address\"",
      "\"nonEmpty\": true ,\n      \"store\": \"server-address\""),
    Mutant(.flow, "the last brace lost", "  ]\n}", "  ]\n"),
    Mutant(
      .flow, "a comma lost between steps",
      "\"afterLanding\": \"continue\"\n    },\n    \"get-server-address\"",
      "\"afterLanding\": \"continue\"\n    }\n    \"get-server-address\""),
    Mutant(
      .flow, "a comma too many", #""pages": ["home", "login", "update"],"#,
      #""pages": ["home", "login", "update",],"#),
    Mutant(.flow, "a quote lost", #""flow": "rider-launch","#, #""flow": "rider-launch,"#),
    Mutant(.flow, "single quotes", #""page": "update""#, "'page': 'update'"),
    Mutant(.flow, "a colon lost", #""deadline": "10s""#, #""deadline" "10s""#),
    Mutant(.flow, "a comment", #"  "steps": {"#, "  // all the steps\n  \"steps\": {"),
    Mutant(.flow, "a bracket closed by a brace", #""after": ["hulk-checks"]"#, #""after": ["hulk-checks"}"#),
    Mutant(.flow, "True as Python writes it", #""equals": true"#, #""equals": True"#),
    Mutant(.flow, "a tab within a string", "cold start:", "cold\tstart:"),
    Mutant(.flow, "an equals sign", #""page": "update""#, #""page" = "update""#),
    Mutant(.flow, "a key misspelt", #""useFallbackAfter""#, #""useFallBackAfter""#),
    Mutant(.flow, "a key of another tool", #""needs": ["login"]"#, #""dependsOn": ["login"]"#),
    Mutant(.flow, "a key with a hyphen", #""afterLanding""#, #""after-landing""#),
    Mutant(
      .flow, "the work's key misspelt", #""http": { "service": "hulk", "path": "/get-city.json" }"#,
      #""https": { "service": "hulk", "path": "/get-city.json" }"#),
    Mutant(
      .flow, "a key on the wrong level", #""method": "POST", "path": "/login.json" }, "timeout": "5s""#,
      #""method": "POST", "path": "/login.json", "timeout": "5s" }"#),
    Mutant(
      .flow, "a retry on a cache", "\"cache\": \"rider-info\",\n",
      "\"cache\": \"rider-info\", \"retry\": { \"attempts\": 2 },\n"),
    Mutant(.flow, "a key twice", #""needs": ["login"], "#, #""needs": ["login"], "needs": ["get-city"], "#),
    Mutant(.flow, "a step misspelt in needs", #""needs": ["login"]"#, #""needs": ["logni"]"#),
    Mutant(.flow, "a step renamed, its uses not", #""get-server-address": {"#, #""get-address": {"#),
    Mutant(.flow, "a page misspelt", #""page": "update", "when""#, #""page": "updates", "when""#),
    Mutant(
      .flow, "a result misspelt", #""check-app-update": "update-required" }"#,
      #""check-app-update": "update-requierd" }"#),
    Mutant(.flow, "a status misspelt", #"{ "login": "unavailable" }"#, #"{ "login": "unavaliable" }"#),
    Mutant(.flow, "a status of another language", #"{ "login": "unavailable" }"#, #"{ "login": "error" }"#),
    Mutant(.flow, "a cache misspelt", #""store": "rider-info""#, #""store": "riderinfo""#),
    Mutant(.flow, "a service misspelt", #""http": { "service": "spider""#, #""http": { "service": "spyder""#),
    Mutant(
      .flow, "an environment misspelt", #""develop": "http://127.0.0.1:8080" },"#,
      #""dev": "http://127.0.0.1:8080" },"#),
    Mutant(.flow, "a name in camelCase", #""cached-rider-info": {"#, #""cachedRiderInfo": {"#),
    Mutant(
      .flow, "a reserved name", #""pages": ["home", "login", "update"]"#,
      #""pages": ["home", "login", "update", "offline"]"#),
    Mutant(.flow, "a bare number", #""deadline": "10s""#, #""deadline": 10"#),
    Mutant(.flow, "a duration in words", #""deadline": "10s""#, #""deadline": "10 seconds""#),
    Mutant(.flow, "a decimal duration", #""useFallbackAfter": "2s""#, #""useFallbackAfter": "2.5s""#),
    Mutant(.flow, "a word for a list", #""needs": ["login"]"#, #""needs": "login""#),
    Mutant(.flow, "an object for a list", #"[ { "cache": "login" } ]"#, #"{ "cache": "login" }"#),
    Mutant(
      .flow, "a boolean as text", #""when": { "signed-in": true }"#, #""when": { "signed-in": "true" }"#),
    Mutant(.flow, "a type of another language", #""type": "boolean""#, #""type": "bool""#),
    Mutant(.flow, "a pointer without its slash", #""at": "/force""#, #""at": "force""#),
    Mutant(.flow, "a path without its slash", #""path": "/login.json""#, #""path": "login.json""#),
    Mutant(.flow, "a method in small letters", #""method": "POST""#, #""method": "post""#),
    Mutant(.flow, "a status as text", #"{ "status": 401 }"#, #"{ "status": "401" }"#),
    Mutant(
      .flow, "a reference turned to another step", "${get-server-address/serverAddress}",
      "${login/serverAddress}"),
    Mutant(
      .flow, "a reference without its brace", "${get-server-address/serverAddress}",
      "${get-server-address/serverAddress"),
    Mutant(
      .flow, "a reference with a dot", "${get-server-address/serverAddress}",
      "${get-server-address.serverAddress}"),
    Mutant(
      .flow, "a need lost", #""after": ["hulk-checks"], "needs": ["get-server-address"]"#,
      #""after": ["hulk-checks", "get-server-address"]"#),
    Mutant(
      .flow, "a need turned round", "\"get-server-address\": {\n",
      "\"get-server-address\": {\n      \"needs\": [\"get-rider-info\"],\n"),
    Mutant(
      .flow, "a landing that asks for the tail", #""needs": ["login"], "afterLanding": "continue""#,
      #""needs": ["login"], "after": ["landing"]"#),
    Mutant(
      .flow, "the last rule put first", "\"landings\": [\n", "\"landings\": [\n    { \"page\": \"login\" },\n"
    ),
    Mutant(.flow, "the time-outs lost", #", "timeout": "3s""#, ""),
    Mutant(.flow, "allowed hosts lost", #", "allowedHosts": ["*.example.com", "127.0.0.1"]"#, ""),
    Mutant(
      .flow, "an input that is never asked for", #""inputs": { "signed-in": { "type": "boolean" } }"#,
      #""inputs": { "signed-in": { "type": "boolean" }, "first-start": { "type": "boolean" } }"#),
    Mutant(
      .flow, "a time-out beyond the deadline", #""path": "/login.json" }, "timeout": "5s""#,
      #""path": "/login.json" }, "timeout": "50s""#),
    Mutant(
      .flow, "a token in a header", #""method": "POST", "path": "/login.json""#,
      #""method": "POST", "headers": { "Authorization": "Bearer 7f1d0c9a" }, "path": "/login.json""#),
    Mutant(
      .flow, "the last rule given a condition", "    { \"page\": \"login\" }\n",
      "    { \"page\": \"login\", \"when\": { \"login\": \"failed\" } }\n"),
    Mutant(.scenarios, "a scenario's step misspelt", #""login":"#, #""logn":"#),
    Mutant(.scenarios, "a scenario's input misspelt", #""signed-in": true"#, #""signedin": true"#),
    Mutant(.scenarios, "odds that do not add up", #""ok": 0.9"#, #""ok": 0.8"#),
    Mutant(.scenarios, "a landing that is no page", #""landing": "home""#, #""landing": "hme""#),
    Mutant(
      .scenarios, "the flow's file misspelt", #""scenariosFor": "rider-launch.json""#,
      #""scenariosFor": "rider-lauch.json""#),
    Mutant(.scenarios, "a behaviour misspelt", #""hang": true"#, #""hangs": true"#),
    Mutant(.offlineSwitch, "a probe's time-out above its pace", #""timeout": "3s""#, #""timeout": "30s""#),
    Mutant(.offlineSwitch, "a factor misspelt", #""network": {"#, #""netwrok": {"#),
    Mutant(.offlineSwitch, "an endpoint without its slash", #""POST /trade/*""#, #""POST trade/*""#),
    Mutant(.offlineSwitch, "a domain's reference lost", #""${domain}""#, #""${domian}""#),
  ]

  /// The file as it was when the messages were read.
  private func original(_ file: File) throws -> String {
    let folder = Binary.package.appending(path: "Tests/LaunchFlowCommandTests/Goldens/mutants")
    return try String(contentsOf: folder.appending(path: file.rawValue), encoding: .utf8)
  }

  @Test func `the messages about mistakes are the reviewed ones`() async throws {
    var text = ""
    for mutant in Self.mutants {
      let original = try original(mutant.file)
      let place = try #require(original.range(of: mutant.old), "\(mutant.name)")
      var world = TestWorld()
      world.files = [File.flow.rawValue: try self.original(.flow)]
      let mutated = original.replacingCharacters(in: place, with: mutant.new)
      world.files.contents[mutant.file.rawValue] = Array(mutated.utf8)
      let outcome = await world.run("check", mutant.file.rawValue)
      #expect(!outcome.data.isEmpty, "\(mutant.name)")
      text += "## \(mutant.name)\n\n\(outcome.data)\n"
    }
    try Golden.expect(text, in: "mutants.txt")
  }
}
