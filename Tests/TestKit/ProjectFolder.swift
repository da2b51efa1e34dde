package import Foundation

/// The folder that holds `Package.swift`.
package let projectFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
