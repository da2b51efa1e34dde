package import FoundationEssentials
import Gzip
import Roster
package import Transport

extension RawResponse {
  /// The decompressed body.
  ///
  /// Servers compress even without `Accept-Encoding`, and sometimes without `Content-Encoding`;
  /// proxies in front of them do not compress. So the bytes decide, and the header only where they
  /// are ambiguous.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: `Fault` where the body cannot be decompressed, or is longer.
  package func unpackedBody(limit: Int) throws(Fault) -> [UInt8] {
    do throws(GzipCodec.Failure) {
      if GzipCodec.isGzip(body) { return try GzipCodec.unpack(body, .gzip, limit: limit) }
      guard headers["content-encoding"]?.lowercased() == "deflate" else { return body }
      return try GzipCodec.unpack(body, deflateFormat, limit: limit)
    } catch {
      throw Fault(unpacking: error)
    }
  }

  /// HTTP's `deflate` is the zlib format, whose first two bytes are a multiple of 31 and specify
  /// method 8; some servers omit that header.
  private var deflateFormat: GzipCodec.Format {
    guard body.count >= 2, body[0] & 0x0F == 8 else { return .rawDeflate }
    return (Int(body[0]) << 8 + Int(body[1])) % 31 == 0 ? .zlib : .rawDeflate
  }
}

extension Fault {
  fileprivate init(unpacking failure: GzipCodec.Failure) {
    switch failure {
    case .cutShort: self.init(.cutShort, "the packed answer ends too early")
    case .corrupt, .trailingBytes: self.init(.undecodable, "the answer cannot be unpacked")
    case .tooLarge(let limit):
      self.init(.tooLarge, "the answer unpacks to more than \(limit >> 20) MiB")
    }
  }
}

extension RawResponse {
  /// The outcome where what was asked for is gone for good (HTTP 410), which no retry changes; nil otherwise.
  package var gone: Outcome? {
    status == 410 ? .permanent(Fault(.refused, "it is gone for good (HTTP 410)")) : nil
  }
}

extension RawResponse {
  /// The type of the body in lowercase without parameters, such as `application/json`; empty
  /// without one.
  package var mediaType: String {
    (headers["content-type"] ?? "").prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
  }
}

extension RawResponse {
  /// The seconds of `Retry-After`, if plausible. Where it is a date, they are relative to the
  /// response's `Date` header. nil where it is neither.
  package var retryAfter: TimeInterval? {
    guard let value = headers["retry-after"] else { return nil }
    let seconds = TimeInterval(value) ?? secondsFromDate(to: value)
    return seconds.flatMap { $0.isFinite ? plausibleWait($0) : nil }
  }

  private func secondsFromDate(to text: String) -> TimeInterval? {
    guard let now = head.serverDate, let then = Date(httpDate: text) else { return nil }
    return then.timeIntervalSince(now)
  }
}
