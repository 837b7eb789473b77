extension Flow {
  /// A server that HTTP steps call, and how it answers.
  package struct Service: Sendable {
    package enum BaseURL: Equatable, Sendable {
      /// One address everywhere; it may contain references.
      case address(String)
      case byEnvironment([EnvironmentAddress])
    }

    package struct EnvironmentAddress: Equatable, Sendable {
      package var environment: String
      /// The address; it may contain references.
      package var address: String
    }

    package var name: String
    /// The service that provides every part that this one leaves out.
    package internal(set) var like: String?
    /// The address; nil takes that of `like`.
    package var baseURL: BaseURL?
    /// Headers and query parameters of all its requests; values may contain references.
    package var headers: [NamedValue] = []
    package var query: [NamedValue] = []
    /// The envelope of its answers; nil takes that of `like`, else none.
    package var envelope: Envelope?
    /// The failures that all steps of the service have.
    package var failures: [Failure] = []
    /// The domain of the offline switch that the service belongs to.
    package var domain: String?
    /// The hosts that a referenced address may have; a leading `*.` means any subdomain.
    package var allowedHosts: [String] = []
    package var ignore: [Silence] = []

    package init(_ name: String) {
      self.name = name
    }
  }

  /// A named value of a request: a header or a parameter.
  package struct NamedValue: Equatable, Sendable {
    package var name: String
    /// The value; a string may contain references. `{ "json": … }` is sent as the text of that JSON.
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The object around the values of a service's answers.
  package struct Envelope: Sendable {
    /// The test of a good answer; any other answer is a `business` error.
    package internal(set) var success: Predicate?
    /// The place of the value; nil means the whole body.
    package internal(set) var data: JSONPointer?
    /// The place of a refusal's message.
    package var message: JSONPointer?
    /// The place of the answer's code, which is recorded; nil takes the place that `success` compares with a literal.
    package var code: JSONPointer?
    /// Texts that are recorded as codes, in addition to those that the flow compares the code with.
    package var codes: [String] = []

    package init(success: Predicate? = nil, data: JSONPointer? = nil, message: JSONPointer? = nil) {
      self.success = success
      self.data = data
      self.message = message
    }

    package var codePlace: JSONPointer? { code ?? success?.comparedPlace }
  }

  package struct Request: Equatable, Sendable {
    package enum Target: Equatable, Sendable {
      case service(String, path: String)
      case url(String)
    }

    package enum Body: Equatable, Sendable {
      case json(JSONValue)
      case form([NamedValue])
      case text(String)
    }

    package enum Expectation: String, CaseIterable, Hashable, Sendable {
      case json, text, none
    }

    package var target: Target
    /// In capitals.
    package var method = "GET"
    /// The parameters and headers beside those of the service.
    package var query: [NamedValue] = []
    package var headers: [NamedValue] = []
    /// The body; nil for `GET` and `HEAD`.
    package var body: Body?
    package var expect: Expectation = .json

    package init(_ target: Target) {
      self.target = target
    }

    package var service: String? {
      if case .service(let name, _) = target { name } else { nil }
    }
  }
}
