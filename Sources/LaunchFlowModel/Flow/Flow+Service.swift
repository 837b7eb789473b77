extension Flow {
  /// A server that HTTP steps call, and how it answers.
  public struct Service: Hashable, Sendable {
    /// Where a service stands.
    public enum BaseURL: Hashable, Sendable {
      /// One address everywhere; it may hold references.
      case address(String)
      /// An address by environment.
      case byEnvironment([EnvironmentAddress])
    }

    /// The address in one environment.
    public struct EnvironmentAddress: Hashable, Sendable {
      /// One of the flow's environments.
      public var environment: String
      /// Where the service stands in it; may hold references.
      public var address: String

      /// Pairs an environment with an address.
      package init(environment: String, address: String) {
        self.environment = environment
        self.address = address
      }
    }

    /// The service's name, in kebab case.
    public var name: String
    /// The service from which all is taken that this one does not say.
    public var like: String?
    /// Where it stands; nil takes it from `like`.
    public var baseURL: BaseURL?
    /// Headers of all its requests; values may hold references.
    public var headers: [NamedValue] = []
    /// Query parameters of all its requests; values may hold references.
    public var query: [NamedValue] = []
    /// What its answers are wrapped in; nil takes it from `like`, or else means no wrapping.
    public var envelope: Envelope?
    /// The refusals that all its steps know.
    public var failures: [Failure] = []
    /// The offline switch's name for what this service belongs to.
    public var domain: String?
    /// The hosts that a referenced address may have; `*.` at the front stands for any subdomain.
    public var allowedHosts: [String] = []
    /// Whether nulls in objects are kept; nil means that they are dropped.
    public var keepNulls: Bool?
    /// The warnings about it that are not wanted.
    public var ignore: [Silence] = []

    /// Declares a service.
    package init(_ name: String) {
      self.name = name
    }
  }

  /// A named value of a request: a header or a parameter.
  public struct NamedValue: Hashable, Sendable {
    /// The header's or parameter's name, as it is sent.
    public var name: String
    /// The value; a string may hold references.
    public var value: JSONValue

    /// Pairs a name with a value.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// What a service wraps its answers in.
  public struct Envelope: Hashable, Sendable {
    /// What an answer that is fine satisfies; otherwise it is a `business` error.
    public var success: Predicate?
    /// Where the value stands; nil means the whole body.
    public var data: JSONPointer?
    /// Where a refusal's message stands.
    public var message: JSONPointer?
    /// The place of the answer's code, which is recorded; nil takes the place that `success` compares with a
    /// literal.
    public var code: JSONPointer?
    /// The texts that are recorded as codes, beside those that the file compares the code with.
    public var codes: [String] = []

    /// Describes an envelope.
    package init(success: Predicate? = nil, data: JSONPointer? = nil, message: JSONPointer? = nil) {
      self.success = success
      self.data = data
      self.message = message
    }

    /// The place of the answer's code; nil where the file names none.
    package var codePlace: JSONPointer? { code ?? success?.comparedPlace }
  }

  /// One HTTP request.
  public struct Request: Hashable, Sendable {
    /// Where it goes.
    public enum Target: Hashable, Sendable {
      case service(String, path: String)
      case url(String)
    }

    /// What it carries.
    public enum Body: Hashable, Sendable {
      case json(JSONValue)
      case form([NamedValue])
      case text(String)
    }

    /// What its answer must be.
    public enum Expectation: String, CaseIterable, Hashable, Sendable {
      case json, text, none
    }

    /// Where the request goes.
    public var target: Target
    /// The method, in capitals.
    public var method = "GET"
    /// The parameters beside those of the service.
    public var query: [NamedValue] = []
    /// The headers beside those of the service.
    public var headers: [NamedValue] = []
    /// What it carries; nothing for `GET` and `HEAD`.
    public var body: Body?
    /// What counts as an answer that can be read.
    public var expect: Expectation = .json
    /// Whether nulls in objects are kept; nil means as the service says.
    public var keepNulls: Bool?

    /// Aims a request.
    package init(_ target: Target) {
      self.target = target
    }

    /// The service that it calls, if any.
    public var service: String? {
      if case .service(let name, _) = target { name } else { nil }
    }
  }
}
