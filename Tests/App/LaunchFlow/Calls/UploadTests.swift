import Foundation
import LaunchFlowServer
import LaunchFlowTestHandlers
import LaunchFlowTestServers
import Testing

@testable import LaunchFlow

/// Files that are sent with their names and types, against servers that read them whole, slowly, or not to their end.
@Suite struct UploadTests {
  /// A file that is removed with its owner.
  final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")

    init(_ bytes: [UInt8]) throws { try Data(bytes).write(to: url) }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  /// Bytes of every value, so that nothing is taken for text.
  static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  private static func call(_ parts: [UploadPart]) -> ServiceCall {
    var call = ServiceCall("house", "/photos", parts: parts)
    call.timeout = .seconds(3_600)
    return call
  }

  private static let inputs = ServiceClientTests.inputs

  /// The fields of a form, as a server splits it: head and content by the boundary of the header.
  static func fields(_ request: RecordedRequest) throws -> [(head: String, content: [UInt8])] {
    let type = try #require(request.header("Content-Type"))
    #expect(type.hasPrefix("multipart/form-data; boundary="))
    let boundary = Array("--".utf8) + type.dropFirst("multipart/form-data; boundary=".count).utf8
    var rest = Data(request.body)
    var fields: [(String, [UInt8])] = []
    while let start = rest.range(of: Data(boundary)) {
      rest = Data(rest[start.upperBound...])
      if rest.starts(with: Data("--\r\n".utf8)) {
        #expect(rest.count == 4)
        return fields
      }
      let end = try #require(rest.range(of: Data([13, 10] + boundary)))
      let field = Data(rest[rest.startIndex + 2..<end.lowerBound])
      let head = try #require(field.range(of: Data([13, 10, 13, 10])))
      fields.append(
        (String(decoding: field[..<head.lowerBound], as: UTF8.self), Array(field[head.upperBound...])))
      rest = Data(rest[(end.lowerBound + 2)...])
    }
    Issue.record("the form does not end")
    return fields
  }

  @Test func `a file arrives with its name and type beside other fields`() async throws {
    let bench = try CallBench()
    bench.answer("/photos", #"{"id":"p-1"}"#)
    let photo = Self.bytes(100_000)
    let file = try TemporaryFile(photo)
    let value = try await bench.client().value(
      of: Self.call([
        UploadPart("note", "${version}"),
        UploadPart("photo", .file(file.url), fileName: "a\"b\r\nX-Evil: 1.jpg", contentType: "image/jpeg"),
        UploadPart("raw", .bytes([0, 13, 10, 45, 45]), fileName: "前门.bin"),
      ]), inputs: Self.inputs)
    #expect(value == ["id": "p-1"])
    let request = try #require(bench.server.requests(for: "/photos").first)
    #expect(request.method == "POST")
    #expect(request.header("X-Token") == "t-1")
    let fields = try Self.fields(request)
    #expect(
      fields.map { $0.head.split(separator: "\r\n").map(String.init) } == [
        ["Content-Disposition: form-data; name=\"note\""],
        [
          "Content-Disposition: form-data; name=\"photo\"; filename=\"a%22b%0D%0AX-Evil: 1.jpg\"",
          "Content-Type: image/jpeg",
        ],
        ["Content-Disposition: form-data; name=\"raw\"; filename=\"前门.bin\""],
      ])
    #expect(fields.map(\.content) == [Array("${version}".utf8), photo, [0, 13, 10, 45, 45]])
  }

  @Test func `a file that cannot be sent is not sent`() async throws {
    let bench = try CallBench()
    bench.answer("/photos", "{}")
    let file = try TemporaryFile(Self.bytes(5_000))
    let client = try bench.client { $0.uploadLimit = 5_000 }
    let missing = file.url.appendingPathExtension("none")
    let web = try #require(URL(string: "https://example.com/x"))
    for content in [
      BodyContent.file(missing), .file(FileManager.default.temporaryDirectory),
      .file(URL(filePath: "/dev/zero")),
      .file(web), .file(file.url), .bytes(Self.bytes(5_001)),
    ] {
      let error = try await ServiceClientTests.error {
        try await client.value(of: Self.call([UploadPart("p", content)]), inputs: Self.inputs)
      }
      #expect(error == ServiceError(.failed(.malformed)), "\(content)")
    }
    let injected = UploadPart("p", .bytes([1]), contentType: "a/b\r\nX-Evil: 1")
    let error = try await ServiceClientTests.error {
      try await client.value(of: Self.call([injected]), inputs: Self.inputs)
    }
    #expect(error == ServiceError(.failed(.malformed)))
    #expect(bench.server.requests.isEmpty)
    // The form around it counts, too.
    try await client.value(of: Self.call([UploadPart("p", .bytes(Self.bytes(4_800)))]), inputs: Self.inputs)
    #expect(bench.server.requests.count == 1)
  }

  /// The progress of a call, in the order of its reports.
  private final class Reports: Sendable {
    private let all = Locked<[TransferProgress]>([])

    func note(_ progress: TransferProgress) { all.withLock { $0.append(progress) } }

    func bytes(isUpload: Bool) -> [Int64] {
      all.withLock { $0.filter { $0.isUpload == isUpload }.map(\.bytes) }
    }

    func totals(isUpload: Bool) -> Set<Int64?> {
      all.withLock { Set($0.filter { $0.isUpload == isUpload }.map(\.total)) }
    }
  }

  @Test func `progress is reported both ways, also by a server that drips`() async throws {
    let bench = try CallBench()
    let answer = #"{"code":200,"data":"\#(String(repeating: "x", count: 4_000))"}"#
    bench.server.read("/photos", .slow(piece: 1 << 18, every: .milliseconds(2)))
    bench.server.script(
      "/photos", [Behaviour(.drip(.json(answer), piece: 1_000, every: .milliseconds(5)))])
    let reports = Reports()
    try await bench.client().value(
      of: Self.call([UploadPart("film", .bytes(Self.bytes(2 << 20)))]), inputs: Self.inputs,
      onTransfer: { reports.note($0) })
    let body = Int64(try #require(bench.server.requests(for: "/photos").first).body.count)
    let up = reports.bytes(isUpload: true)
    #expect(up == up.sorted() && Set(up).count == up.count)
    #expect(up.last == body)
    #expect(reports.totals(isUpload: true) == [body])
    let down = reports.bytes(isUpload: false)
    #expect(down == down.sorted())
    #expect(down.last == Int64(answer.utf8.count))
    #expect(reports.totals(isUpload: false) == [Int64(answer.utf8.count)])
  }

  @Test func `a reset in the middle of an upload is a network error`() async throws {
    let bench = try CallBench()
    bench.server.read("/photos", .reset(after: 1 << 20))
    bench.answer("/photos", "{}")
    let reports = Reports()
    let error = try await ServiceClientTests.error {
      try await bench.client().value(
        of: Self.call([UploadPart("film", .bytes([UInt8](repeating: 7, count: 16 << 20)))]),
        inputs: Self.inputs, onTransfer: { reports.note($0) })
    }
    #expect(error == ServiceError(.failed(.network)))
    #expect(reports.bytes(isUpload: true).allSatisfy { $0 < 16 << 20 })
    #expect(bench.server.requests.isEmpty)
  }

  @Test func `an upload that is cancelled in the middle ends at once, and its bytes stop`() async throws {
    let bench = try CallBench()
    bench.server.read("/photos", .stop(after: 1 << 20))
    let client = try bench.client { $0.uploadLimit = 100 << 20 }
    let reports = Reports()
    let call = Self.call([UploadPart("film", .bytes([UInt8](repeating: 7, count: 64 << 20)))])
    let upload = Task {
      try await ServiceClientTests.error {
        try await client.value(of: call, inputs: Self.inputs, onTransfer: { reports.note($0) })
      }
    }
    #expect(await eventually { !reports.bytes(isUpload: true).isEmpty })
    upload.cancel()
    #expect(try await upload.value == ServiceError(.cancelled))
    bench.server.read("/photos", .whole)
    bench.answer("/photos", #"{"id":2}"#)
    #expect(
      try await client.value(of: Self.call([UploadPart("p", "x")]), inputs: Self.inputs) == ["id": 2])
    // The server has read a megabyte; what the system took beyond that is small beside the rest.
    #expect((reports.bytes(isUpload: true).last ?? 0) < 32 << 20)
  }

  @Test func `a caller that joins an upload gets its progress`() async throws {
    let bench = try CallBench()
    // The answer waits for the second caller.
    let gate = Gate()
    bench.server.decide("/photos") { _ in
      gate.block()
      return .json(#"{"code":200,"data":{"id":3}}"#)
    }
    let client = try bench.client()
    let (first, second) = (Reports(), Reports())
    let call = Self.call([UploadPart("film", .bytes(Self.bytes(1 << 20)))])
    let upload = Task {
      try await client.value(
        of: call, inputs: Self.inputs, ifRunning: .join, onTransfer: { first.note($0) })
    }
    #expect(await eventually { !first.bytes(isUpload: true).isEmpty })
    let joined = Task {
      try await client.value(
        of: call, inputs: Self.inputs, ifRunning: .join, onTransfer: { second.note($0) })
    }
    #expect(await eventually { client.openCallers == 2 })
    gate.open()
    #expect(try await joined.value == ["id": 3])
    #expect(try await upload.value == ["id": 3])
    #expect(bench.server.requests(for: "/photos").count == 1)
    #expect(second.bytes(isUpload: false).last == first.bytes(isUpload: false).last)
    #expect(second.bytes(isUpload: false).last != nil)
  }
}
