@_exported import LaunchFlowModel
