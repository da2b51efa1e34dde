import ModExportCommands
import Tables
import Testing

struct ProgressTests {
  static let halfWay = ProgressState(
    sitesDone: 87, sitesTotal: 174, requests: 99, quotaRemaining: 9_901, elapsed: .seconds(5))

  static let lines: [(ProgressState, Int, String)] = [
    (
      halfWay, 200,
      "[###############...............]  87/174 sites  99 requests  19.8/s  quota 9901  0:05 left"
    ),
    (
      halfWay, 80,
      "[#########..........]  87/174 sites  99 requests  19.8/s  quota 9901  0:05 left"
    ),
    (halfWay, 62, "87/174 sites  99 requests  19.8/s  quota 9901  0:05 left"),
    (halfWay, 56, "87/174 sites  99 requests  quota 9901  0:05 left"),
    (halfWay, 30, "87/174 sites  0:05 left"),
    (halfWay, 20, "87/174 sites"),
    (halfWay, 5, "87/1"),
    (
      ProgressState(sitesTotal: 174), 70,
      "[..............................]  0/174 sites  0 requests  0.0/s"
    ),
    (
      ProgressState(
        sitesDone: 1, sitesTotal: 1, requests: 1, quotaRemaining: 0, elapsed: .seconds(7_200)), 80,
      "[############################]  1/1 sites  1 request  0.0/s  quota 0  0:00 left"
    ),
    (
      ProgressState(sitesDone: 1, sitesTotal: 3, requests: 2, elapsed: .seconds(3_661)), 80,
      "[##########....................]  1/3 sites  2 requests  0.0/s  2:02:02 left"
    ),
    (
      ProgressState(
        sitesDone: 2, sitesTotal: 4, requests: 2, elapsed: .seconds(1),
        waiting: .milliseconds(9_100)),
      48, "2/4 sites  2 requests  2.0/s  waiting 0:10"
    ),
    (
      ProgressState(sitesTotal: 0), 80,
      "[..............................]  0/0 sites  0 requests  0.0/s"
    ),
  ]

  @Test(arguments: lines)
  func theLineTellsWhatFits(state: ProgressState, width: Int, line: String) {
    #expect(ProgressLine.render(state, width: width) == line)
  }

  @Test func theLineNeverWraps() {
    for width in 0...120 {
      #expect(ProgressLine.render(Self.halfWay, width: width).count <= max(0, width - 1))
    }
  }

  @Test func theBarIsDrawnTenTimesASecond() {
    let sink = CapturedStream()
    let bar = ProgressBar(on: MessageStream(sink), width: 20)
    for step in 0...1_000 {
      bar.show(
        ProgressState(sitesDone: step, sitesTotal: 1_000, elapsed: .milliseconds(step * 2)))
    }
    bar.clear()
    let drawn = sink.text.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
    #expect(drawn.count == 1 + 21 + 1)
    #expect(drawn[1] == "0/1000 sites")
    #expect(drawn[2] == "50/1000 sites")
    #expect(drawn.last == "")
  }
}
