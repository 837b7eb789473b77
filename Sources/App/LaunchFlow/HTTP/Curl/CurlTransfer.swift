#if os(Linux)
  import Foundation
  import LaunchFlowMachine
  import LaunchFlowModel

  /// One request of libcurl, with the received part of the answer. Used on the driver's thread only.
  final class CurlTransfer {
    let handle: CurlLibrary.Handle
    /// The next request, if the answer is a redirect; nil for another answer, or a refused redirect.
    private(set) var next: HTTPRequest?

    private let library: CurlLibrary
    private let exchange: CurlExchange
    private let request: HTTPRequest
    private var headers: CurlLibrary.List?
    private var head = CurlHead()
    /// The bytes of all heads and trailers so far.
    private var headBytes = 0
    private var body: [UInt8] = []
    private var isTooLong = false

    /// The bytes of all heads and trailers of one answer.
    private static let headLimit = 256 << 10
    /// The largest part of a redirect's body that is read before its connection is closed.
    private static let redirectBodyLimit = 64 << 10

    init(_ request: HTTPRequest, of exchange: CurlExchange, with library: CurlLibrary) throws(HTTPFailure) {
      guard WebAddress(request.url) != nil, let url = URL(string: request.url) else {
        throw HTTPFailure(.malformed, "no address")
      }
      // libcurl sends both unchanged, so a line break would begin another header or request.
      guard request.method.isToken, request.headers.allSatisfy(\.isSendable) else {
        throw HTTPFailure(.malformed, "a character that HTTP forbids")
      }
      guard let handle = library.makeTransfer() else { throw HTTPFailure(.error, "no memory") }
      self.handle = handle
      self.library = library
      self.exchange = exchange
      self.request = request
      set(.url, url.absoluteString)
      setGeneralOptions()
      setMethodAndBody()
      setHeaders()
      setReceivers()
    }

    deinit {
      library.freeTransfer(handle)
      library.freeList(headers)
    }

    private func set(_ option: CurlOption, _ number: Int) {
      _ = library.setNumber(handle, option.rawValue, number)
    }

    private func set(_ option: CurlOption, _ text: String) {
      text.withCString { _ = library.setPointer(handle, option.rawValue, $0) }
    }

    private func set(_ option: CurlOption, _ pointer: UnsafeRawPointer?) {
      _ = library.setPointer(handle, option.rawValue, pointer)
    }

    private func setGeneralOptions() {
      set(.noSignal, 1)
      set(.protocols, 1 << 0 | 1 << 1)  // HTTP and HTTPS.
      set(.httpVersion, 2)  // 1.1.
      set(.suppressConnectHeaders, 1)
      // Without it, the removal of a transfer waits for the lookup of its host's name. Since 7.87.
      set(.quickExit, 1)
      set(.acceptEncoding, "")  // All that libcurl can unpack.
      set(.userAgent, "LaunchFlow")
    }

    private func setMethodAndBody() {
      if request.method == "HEAD" { return set(.noBody, 1) }
      let mayHaveEffect = request.method != "GET"
      if let body = request.body ?? (mayHaveEffect ? [] : nil) {
        set(.bodyLength, body.count)
        body.withUnsafeBytes { bytes in
          // Without an address, libcurl would read the body from the standard input.
          if bytes.isEmpty { set(.copiedBody, "") } else { set(.copiedBody, bytes.baseAddress) }
        }
      }
      set(.method, request.method)
      // libcurl repeats a request if a kept connection ends without an answer.
      if mayHaveEffect { set(.freshConnection, 1) }
    }

    private func setHeaders() {
      for header in request.headers {
        let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
        headers = library.append(headers, line) ?? headers
      }
      // libcurl would add these headers. As with `URLSession`, only a POST has a content type by default.
      let isForm = request.method == "POST" && request.body?.isEmpty == false
      for name in ["Expect"] + (isForm ? [] : ["Content-Type"]) where request[header: name] == nil {
        headers = library.append(headers, "\(name):") ?? headers
      }
      set(.headers, headers)
    }

    private func setReceivers() {
      let own = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
      let receive: CurlLibrary.Receive = { bytes, size, count, transfer in
        CurlTransfer.at(transfer)?.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) == true
          ? size * count : 0
      }
      let receiveHead: CurlLibrary.Receive = { bytes, size, count, transfer in
        CurlTransfer.at(transfer)?.takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) == true
          ? size * count : 0
      }
      set(.receiver, own)
      set(.receive, unsafeBitCast(receive, to: UnsafeRawPointer.self))
      set(.headReceiver, own)
      set(.receiveHead, unsafeBitCast(receiveHead, to: UnsafeRawPointer.self))
    }

    private static func at(_ pointer: UnsafeRawPointer?) -> CurlTransfer? {
      pointer.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Handles a line of the head. Returns whether the transfer continues.
    private func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
      headBytes += line.count
      guard headBytes <= Self.headLimit else { return false }
      guard !head.isFinal else { return true }
      head.take(line)
      guard head.isFinal else { return true }
      next = Redirect.request(after: head.status, to: head["location"], sent: request, own: exchange.request)
      isTooLong = next == nil && request.method != "HEAD" && (head.length ?? 0) > exchange.bodyLimit
      return !isTooLong
    }

    /// Handles bytes of the body. Returns whether the transfer continues.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      let limit = next == nil ? exchange.bodyLimit : Self.redirectBodyLimit
      guard body.count + bytes.count <= limit else {
        isTooLong = next == nil
        return false
      }
      body += bytes
      return true
    }

    /// The result of the transfer, by libcurl's `CURLcode`.
    func answer(_ code: Int32) -> Result<HTTPResponse, HTTPFailure> {
      if isTooLong {
        return .failure(HTTPFailure(.malformed, "a body of more than \(exchange.bodyLimit) bytes"))
      }
      guard code == 0 else { return .failure(HTTPFailure(curlCode: code)) }
      // libcurl reports success even if the server closes the connection within the head.
      guard head.isFinal else { return .failure(HTTPFailure(.network, "no answer")) }
      return .success(HTTPResponse(status: head.status, headers: head.headers, body: body))
    }
  }

  extension HTTPFailure {
    fileprivate init(curlCode code: Int32) {
      let errorClass: ErrorClass =
        switch code {
        case 28: .timeout
        // Not HTTP (1), no address (3), an unreadable answer (8), a body that cannot be unpacked (23, 61), a head that
        // is too long (27, 100).
        case 1, 3, 8, 23, 27, 61, 100: .malformed
        default: .network
        }
      self.init(errorClass, "libcurl \(code)")
    }
  }
#endif
