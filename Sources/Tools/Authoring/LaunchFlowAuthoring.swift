@_exported import LaunchFlowModel
@_exported import LaunchFlowSwitch
