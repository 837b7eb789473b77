#if !canImport(Darwin)
  import Foundation

  /// A library of the system that is loaded at run time, so that a build does not need it. It stays loaded.
  package struct SystemLibrary {
    private struct Missing: Error {}

    private let handle: UnsafeMutableRawPointer

    package init(_ name: String) throws {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Missing() }
      self.handle = handle
    }

    /// The function of a name.
    package subscript<Function>(name: String) -> Function {
      get throws {
        guard let found = dlsym(handle, name) else { throw Missing() }
        return unsafeBitCast(found, to: Function.self)
      }
    }
  }
#endif
