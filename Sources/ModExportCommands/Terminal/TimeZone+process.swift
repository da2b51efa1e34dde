import FoundationEssentials
import Glibc

extension TimeZone {
  /// The time zone of this process: that of `TZ`, else the system's.
  ///
  /// Foundation reads `TZ` only where it holds a name such as `Asia/Kolkata`, and takes UTC for the other
  /// forms of POSIX: `:Asia/Kolkata`, the path of a zone file, and rules such as `IST-5:30`. For rules this is
  /// the offset of the present moment.
  static func ofProcess(_ environment: [String: String]) -> TimeZone {
    guard let value = environment["TZ"], !value.isEmpty else { return .current }
    if let zone = name(of: value).flatMap(TimeZone.init(identifier:)) { return zone }
    var (now, parts) = unsafe (time(nil), tm())
    tzset()
    unsafe localtime_r(&now, &parts)
    return TimeZone(secondsFromGMT: Int(unsafe parts.tm_gmtoff)) ?? .gmt
  }

  /// The name of a zone, of which a path is that of the zone's file.
  private static func name(of value: String) -> String? {
    let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
    guard text.hasPrefix("/") else { return text }
    return System.realPath(text)?.split(separator: "/zoneinfo/").last.map { String($0) }
  }
}
