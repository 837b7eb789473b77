import LaunchFlowModel

extension ObjectText {
  /// A line for each key: what it means, then an example.
  static let service: [DeclaredObject: ObjectText] = [
    .service: ObjectText(
      "a service",
      #"""
      like: Service whose keys apply where this service has none of its own.
      baseURL: Address of the service, or one address for each environment; may contain references. e.g.
        "https://api.example.com" or {"release": "https://api.example.com"}
      headers: Headers by name; values may contain references. e.g. {"Authorization": "Bearer ${token}"}
      query: Query parameters by name; values may contain references. e.g. {"city": "${get-city/id}"}
      envelope: What the service wraps its answers in.
      failures: Refusals of all steps that call the service, by name.
      domain: Name of the domain in the offline switch.
      allowedHosts: Hosts that an address from a reference may have. e.g. ["*.example.com"]
      keepNulls: Whether nulls in objects are kept in values.
      dropListNulls: Whether nulls in lists are dropped from values, too.
      propagateDeadline: Header that tells the server how many milliseconds are left for the attempt. e.g.
        "X-Timeout-Ms"
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF028": "The map reads it."}
      """#),
    .envelope: ObjectText(
      "an envelope",
      #"""
      success: Condition that a successful answer satisfies.
      data: Place of the value. e.g. "/data"
      message: Place of the message of a refusal. e.g. "/message"
      code: Place of the code that traces and logs record. The default is the place that "success" compares with a
        whole number or a text. e.g. "/code"
      codes: Texts that are recorded as codes, beside those that "success" and "failures" compare the code with. Any
        other text is recorded as "other". e.g. ["E_BUSY"]
      """#),
    .request: ObjectText(
      "a request",
      #"""
      service: Service of the flow that is called.
      path: Path below the service's address. e.g. "/login.json"
      url: The whole address, instead of service and path.
      method: The HTTP method. e.g. "GET" or "POST" or "PUT" or "PATCH" or "DELETE" or "HEAD"
      query: Query parameters by name; values may contain references. e.g. {"city": "${get-city/id}"}
      headers: Headers by name; values may contain references. An optional reference leaves its header out if it finds
        nothing. e.g. {"Authorization": "Bearer ${?login/token}"}
      json: Body as JSON; strings may contain references.
      form: Body as the fields of a form. e.g. {"data": {"json": {"key": "${keyword}"}}}
      text: Body as text.
      encoded: Name of the app's encoder that makes the body, such as protobuf. e.g. "tracking-batch"
      with: Argument of the encoder; strings may contain references. e.g. {"events": "${collect/events}"}
      contentType: Media type of the encoded body. e.g. "application/x-protobuf"
      multipart: Body as a form whose fields may be files (multipart/form-data), by the names of the fields. e.g.
        {"order": "${order}", "photo": {"encoded": "photo", "contentType": "image/jpeg", "fileName": "door.jpg"}}
      expect: What the answer must be.
      keepNulls: Whether nulls in objects are kept in values.
      dropListNulls: Whether nulls in lists are dropped from values, too.
      """#),
    .encodedField: ObjectText(
      "an encoded field",
      #"""
      json: Value that is sent as JSON text; strings may contain references, which are escaped.
      """#),
    .part: ObjectText(
      "a field of a form with files",
      #"""
      json: Value that is sent as JSON; strings may contain references, which are escaped.
      encoded: Name of the app's encoder that makes the field's bytes or names the file with them. e.g. "photo"
      with: Argument of the encoder; strings may contain references. e.g. {"id": "${take-photo/id}"}
      contentType: Media type of the encoded bytes. e.g. "image/jpeg"
      fileName: Name of the file, as the server is told it; may contain references. e.g. "door.jpg"
      """#),
  ]
}
