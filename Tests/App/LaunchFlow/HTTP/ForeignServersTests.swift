#if os(Linux)
  import Foundation
  import LaunchFlowMachine
  import LaunchFlowServer
  import LaunchFlowTestProcesses
  import LaunchFlowTestServers
  import Testing

  @testable import LaunchFlow

  /// Servers between libcurl and the one that a flow names.
  @Suite struct ForeignServersTests {
    /// What a request ends with in a process with these variables.
    private func ending(of url: String, _ variables: String...) throws -> [String] {
      try KilledProcess("request").run([url] + variables, killedAfter: 0)
    }

    @Test func `a variable names the proxy of a request`() throws {
      let (server, proxy) = (try ScriptedServer(), try ScriptedServer())
      server.script("/a", .status(204))
      proxy.decideAll { _ in .status(203) }
      #expect(try ending(of: "http://away.example/a", "http_proxy=\(proxy.address)") == ["203"])
      #expect(proxy.requests.map(\.path) == ["http://away.example/a"])
      let url = server.address + "/a"
      #expect(try ending(of: url, "http_proxy=\(proxy.address)", "no_proxy=127.0.0.1") == ["204"])
      #expect(proxy.requests.count == 1)
    }

    @Test(arguments: [Behaviour.status(403), .status(200), .close, .reset, .garbage])
    func `a proxy that opens no tunnel is a lost network`(_ behaviour: Behaviour) throws {
      let proxy = try ScriptedServer { $0.silence = .milliseconds(50) }
      proxy.decideAll { _ in behaviour }
      let variable = "https_proxy=\(proxy.address)"
      #expect(["network", "malformed"].contains(try ending(of: "https://away.example/a", variable).first))
      #expect(proxy.requests.map(\.method) == ["CONNECT"])
      #expect(proxy.requests.map(\.path) == ["away.example:443"])
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "no OpenSSL"))
    func `a certificate that nobody signed is refused`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (key, certificate) = (folder.path() + "key", folder.path() + "certificate")
      let making = try openssl(
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", key, "-out",
        certificate)
      making.process.waitUntilExit()
      let server = try openssl(
        "s_server", "-www", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate)
      defer { server.process.terminate() }
      var said = ""
      while !said.hasSuffix("\n") || !said.contains("ACCEPT"), let more = try server.output.read(upToCount: 1)
      {
        said += String(decoding: more, as: UTF8.self)
      }
      let port = try #require(said.split(separator: "ACCEPT 127.0.0.1:").last?.prefix { $0.isNumber })
      let failure = await #expect(throws: HTTPFailure.self) {
        try await SystemTransport.shared.response(
          to: HTTPRequest(url: "https://localhost:\(port)/"), timeout: .seconds(36_000))
      }
      #expect(failure == HTTPFailure(.network, "libcurl 60"))
    }

    private func openssl(_ arguments: String...) throws -> (process: Process, output: FileHandle) {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
      process.arguments = arguments
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      return (process, output.fileHandleForReading)
    }
  }
#endif
