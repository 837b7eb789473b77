#if !(os(macOS) || os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || os(Linux) || os(Android))
  #error("LaunchFlow is for macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, Linux and Android, or newer")
#endif
