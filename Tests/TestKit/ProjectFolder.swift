package import Foundation

/// The folder that contains `Package.swift`.
package let projectFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
