@_exported import LaunchFlowMachine
@_exported import LaunchFlowModel
