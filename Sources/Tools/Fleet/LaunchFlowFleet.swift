@_exported import LaunchFlowRecords
@_exported import LaunchFlowVerifier
