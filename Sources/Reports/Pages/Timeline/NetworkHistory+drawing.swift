import FoundationEssentials
import Roster

extension NetworkHistory.Curve {
  /// A figure with a line for moderators and one for staff over time, from zero; nil where no time has passed.
  var chart: Chart? {
    guard points.count > 1, let first = points.first, let last = points.last,
      let scale = TimeScale(from: date(first.day), until: until)
    else { return nil }
    let shown = thinned
    let hasStaff = shown.contains { $0.count.staff > 0 }
    let values = ValueScale(
      most: Double(shown.map { max($0.count.moderators, $0.count.staff) }.max() ?? 1))
    var marks = [Chart.Mark.steps(.moderator, parts: parts(\.moderators, scale))]
    if hasStaff { marks.append(.steps(.staff, parts: parts(\.staff, scale))) }
    marks += labels(last.count, hasStaff: hasStaff, values)
    let rows = shown.map { point in
      Chart.Table.Row(
        label: date(point.day).dayWords,
        values: (hasStaff ? [point.count.moderators, point.count.staff] : [point.count.moderators])
          .map(\.grouped), place: (scale.place(of: date(point.day)), date(point.day).utcDay))
    }
    return Chart(
      id: "network-size", title: title(first.count.moderators, last.count.moderators),
      notes: notes(since: date(first.day)), scale: values, ticks: scale.chartTicks, marks: marks,
      table: Chart.Table(
        columns: hasStaff ? ["Since", "Moderators", "Staff"] : ["Since", "Moderators"], rows: rows))
  }

  private func date(_ day: Int) -> Date { DayNumber(unixDay: day).date }

  private func title(_ first: Int, _ last: Int) -> String {
    if first == last { return "\(last.grouped) moderators, as many as at the beginning" }
    let difference = abs(last - first).grouped
    return
      "\(last.grouped) moderators, \(difference) \(last > first ? "more" : "fewer") than at the beginning"
  }

  private func notes(since: Date) -> String {
    "On the \(sites.counted("site", isGrouped: true)) read since \(since.dayWords), each person "
      + "counted once for each site, from the day on which a reading saw it."
      + (laterSites > 0
        ? " \(laterSites.counted("site", isGrouped: true)) that this archive reads since later "
          + (laterSites == 1 ? "is" : "are") + " not counted." : "")
      + (staleSites > 0
        ? " \(staleSites.counted("of them has", "of them have", isGrouped: true)) only a list that is "
          + "more than \(ArchiveState.staleDays) days old: its people count until today." : "")
      + (gaps.isEmpty ? "" : " Nothing was read where the line is broken.")
  }

  /// At most ``most`` points: of those close together the last.
  private var thinned: [NetworkHistory.Curve.Point] {
    guard points.count > Self.most, let first = points.first, let last = points.last else {
      return points
    }
    let width = (last.day - first.day) / (Self.most - 2) + 1
    return points.indices.filter { index in
      index == 0 || index == points.count - 1
        || (points[index].day - first.day) / width != (points[index + 1].day - first.day) / width
    }.map { points[$0] }
  }

  private static let most = 400

  /// The line from gap to gap; each part begins with what was counted then.
  private func parts(
    _ value: KeyPath<NetworkHistory.Count, Int>, _ scale: TimeScale
  ) -> [[Chart.Point]] {
    let points = thinned
    guard let first = points.first else { return [] }
    let begins = [first.day] + gaps.map(\.upperBound).filter { $0 > first.day }
    let ends = gaps.filter { $0.upperBound > first.day }.map { Optional($0.lowerBound) } + [nil]
    return zip(begins, ends).map { begin, end in
      let count = { (day: Int) in
        Double(max((points.last { $0.day <= day }?.count ?? first.count)[keyPath: value], 0))
      }
      let inside = points.filter { $0.day > begin && $0.day <= end ?? .max }
      let last =
        end.map { (place: scale.place(of: date($0)), value: count($0)) }
        ?? (place: 100, value: count(.max))
      return [Chart.Point(place: scale.place(of: date(begin)), value: count(begin))]
        + inside.map {
          Chart.Point(
            place: scale.place(of: date($0.day)), value: Double(max($0.count[keyPath: value], 0)))
        } + [Chart.Point(place: last.place, value: last.value)]
    }
  }

  /// What the lines are, at their ends.
  private func labels(
    _ last: NetworkHistory.Count, hasStaff: Bool, _ scale: ValueScale
  ) -> [Chart.Mark] {
    let isClose =
      abs(scale.place(of: Double(last.moderators)) - scale.place(of: Double(last.staff))) < 10
    let moderators = Chart.Mark.label(
      "\(last.moderators.grouped) moderators",
      Chart.Point(place: 100, value: Double(last.moderators)),
      isClose && last.moderators < last.staff ? .below : .above)
    guard hasStaff else { return [moderators] }
    let staff = Chart.Mark.label(
      "\(last.staff.grouped) staff", Chart.Point(place: 100, value: Double(last.staff)),
      isClose && last.moderators >= last.staff ? .below : .above)
    return [moderators, staff]
  }
}
