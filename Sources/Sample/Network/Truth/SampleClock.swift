import FoundationEssentials

/// The sample network's calendar, independent of the real clock.
enum SampleClock {
  /// Midnight UTC of day 0, 2026-01-01, in unix seconds.
  static let dayZero = 1_767_225_600
  static let secondsADay = 86_400
  /// The earliest account of any site: 2008-07-31.
  static let firstAccount = 1_217_462_400
  /// The latest account: 2020-12-01, before any history of five years that `modexport-sample archive` can make
  /// today. In a longer one some accounts are younger than their first reading.
  static let lastAccount = 1_606_780_800

  static func midnight(ofDay day: Int) -> Int {
    dayZero + day * secondsADay
  }

  /// When the site at that index in the list was launched: one every two weeks from 2008-09-15.
  static func launch(_ index: Int) -> Date {
    Date(timeIntervalSince1970: Double(1_221_436_800 + index % 400 * 14 * secondsADay))
  }
}
