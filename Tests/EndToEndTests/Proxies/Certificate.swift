import Foundation
import NIOSSL
import Testing

/// A certificate for a host and its key, made for one test.
struct Certificate {
  /// A PEM file.
  let path: String
  let context: NIOSSLContext

  /// - Parameter protocols: What the server speaks above TLS; none for HTTP/1.1.
  init(for host: String, in folder: String, protocols: [String] = []) async throws {
    path = folder + "/certificate.pem"
    let key = folder + "/key.pem"
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/env")
    openssl.arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-days", "2", "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)", "-keyout", key,
      "-out", path,
    ]
    openssl.standardError = FileHandle.nullDevice
    await withCheckedContinuation { ended in
      openssl.terminationHandler = { _ in ended.resume() }
      do { try openssl.run() } catch { ended.resume() }
    }
    try #require(FileManager.default.fileExists(atPath: path), "openssl is needed")
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(path).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
    configuration.applicationProtocols = protocols
    context = try NIOSSLContext(configuration: configuration)
  }
}
