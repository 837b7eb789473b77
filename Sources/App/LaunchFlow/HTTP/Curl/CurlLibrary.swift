#if os(Linux)
  /// The system's libcurl. Foundation's own HTTP on Linux links it, so it is present with Foundation.
  struct CurlLibrary: Sendable {
    /// A `CURL *` (one transfer) or a `CURLM *` (many transfers).
    typealias Handle = OpaquePointer
    /// A `struct curl_slist *`, a list of texts.
    typealias List = UnsafeMutableRawPointer
    /// Receives bytes of an answer. Parameters: the bytes, 1, their count, and the transfer. Returns the count of
    /// accepted bytes.
    typealias Receive = @convention(c) (UnsafeRawPointer?, Int, Int, UnsafeRawPointer?) -> Int

    /// `struct CURLMsg`. Swift has the same layout for such fields as C.
    struct Message {
      /// 1 (`CURLMSG_DONE`) is the only kind.
      var kind: Int32
      var transfer: Handle?
      /// A `CURLcode`; 0 is success.
      var result: Int32
    }

    let makeTransfer: @convention(c) () -> Handle?
    let freeTransfer: @convention(c) (Handle?) -> Void
    // These three functions have variable arguments. Linux on x86-64 and arm64 passes an integer or a pointer in the
    // same register as a fixed argument.
    let setNumber: @convention(c) (Handle?, Int32, Int) -> Int32
    let setPointer: @convention(c) (Handle?, Int32, UnsafeRawPointer?) -> Int32
    let setForAll: @convention(c) (Handle?, Int32, Int) -> Int32
    let append: @convention(c) (List?, UnsafePointer<CChar>) -> List?
    let freeList: @convention(c) (List?) -> Void
    let initialize: @convention(c) (Int) -> Int32
    let makeMulti: @convention(c) () -> Handle?
    let add: @convention(c) (Handle?, Handle?) -> Int32
    let remove: @convention(c) (Handle?, Handle?) -> Int32
    let perform: @convention(c) (Handle?, UnsafeMutablePointer<Int32>) -> Int32
    let poll:
      @convention(c) (Handle?, UnsafeRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
    let wakeUp: @convention(c) (Handle?) -> Int32
    /// Returns a `Message`.
    let nextMessage: @convention(c) (Handle?, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?

    /// The system's library; nil if it is missing or older than 7.68, and on other processors.
    static let system: CurlLibrary? = {
      #if arch(x86_64) || arch(arm64)
        try? CurlLibrary("libcurl.so.4")
      #else
        nil
      #endif
    }()

    /// Loads a library, which stays loaded.
    init(_ name: String) throws {
      let symbols = try SystemLibrary(name)
      makeTransfer = try symbols["curl_easy_init"]
      freeTransfer = try symbols["curl_easy_cleanup"]
      setNumber = try symbols["curl_easy_setopt"]
      setPointer = try symbols["curl_easy_setopt"]
      setForAll = try symbols["curl_multi_setopt"]
      append = try symbols["curl_slist_append"]
      freeList = try symbols["curl_slist_free_all"]
      initialize = try symbols["curl_global_init"]
      makeMulti = try symbols["curl_multi_init"]
      add = try symbols["curl_multi_add_handle"]
      remove = try symbols["curl_multi_remove_handle"]
      perform = try symbols["curl_multi_perform"]
      poll = try symbols["curl_multi_poll"]
      wakeUp = try symbols["curl_multi_wakeup"]
      nextMessage = try symbols["curl_multi_info_read"]
    }
  }

  /// The options of one transfer. `curl.h` defines the numbers, which are part of libcurl's binary interface.
  enum CurlOption: Int32 {
    case noBody = 44
    case freshConnection = 74
    case httpVersion = 84
    case noSignal = 99
    /// The older form of `CURLOPT_PROTOCOLS_STR`, which exists since 7.85.
    case protocols = 181
    case suppressConnectHeaders = 265
    case quickExit = 322
    case receiver = 10_001
    case url = 10_002
    case userAgent = 10_018
    case headers = 10_023
    case headReceiver = 10_029
    case method = 10_036
    case acceptEncoding = 10_102
    case copiedBody = 10_165
    case receive = 20_011
    case receiveHead = 20_079
    case bodyLength = 30_120
  }
#endif
