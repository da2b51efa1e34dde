import FoundationEssentials
import Roster

extension TimeInterval {
  /// An age, such as `3 d 4 h`, `12 min` or `45 s`.
  var ageWords: String {
    let seconds = Int(clamping: Int64(max(0, min(self, 1e15)).rounded()))
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
    if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
    if hours > 0 { return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h" }
    return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
  }
}
