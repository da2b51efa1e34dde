import Sync
import Synchronization
import Tables
import TestKit
import Testing
import Transport

@testable import ModExportCommands

struct ProgressTests {
  static let halfWay = ProgressState(
    sitesDone: 87, sitesTotal: 174, requests: 99, elapsed: .seconds(5))

  static let lines: [(ProgressState, Int, String)] = [
    (halfWay, 200, "[###############...............]  87/174 sites  99 requests  0:05 left"),
    (halfWay, 60, "[#########..........]  87/174 sites  99 requests  0:05 left"),
    (halfWay, 38, "87/174 sites  99 requests  0:05 left"),
    (halfWay, 30, "87/174 sites  0:05 left"),
    (halfWay, 20, "87/174 sites"),
    (halfWay, 5, "87/1"),
    (
      ProgressState(sitesTotal: 174), 70,
      "[..............................]  0/174 sites  0 requests"
    ),
    (
      ProgressState(sitesDone: 1, sitesTotal: 1, requests: 1, elapsed: .seconds(7_200)), 80,
      "[##############################]  1/1 sites  1 request  0:00 left"
    ),
    (
      ProgressState(sitesDone: 1, sitesTotal: 3, requests: 2, elapsed: .seconds(3_661)), 80,
      "[##########....................]  1/3 sites  2 requests  2:02:02 left"
    ),
    (
      ProgressState(
        sitesDone: 2, sitesTotal: 4, requests: 2, elapsed: .seconds(1),
        waiting: .milliseconds(9_100)),
      40, "2/4 sites  2 requests  waiting 0:10"
    ),
  ]

  @Test(arguments: [
    (halfWay, "87 of 174 sites, 99 requests; 0:05 left"),
    (
      ProgressState(sitesTotal: 1, requests: 1, waiting: .seconds(61)),
      "0 of 1 site, 1 request; waiting 1:01"
    ),
    (ProgressState(sitesTotal: 0), "0 of 0 sites, 0 requests"),
  ])
  func theSentenceTellsTheSame(state: ProgressState, sentence: String) {
    #expect(ProgressLine.sentence(state) == sentence)
  }

  /// Without a terminal, a run is told of once a minute; the wait before the first line is a minute too.
  @Test func aLongRunIsToldOfOnceAMinute() async {
    let time = ManualTime()
    let reporter = ProgressReporter(
      progress: SyncProgress(), traffic: Traffic(), deadline: { nil }, time: time)
    let told = Mutex<[Duration]>([])
    await Task {
      await reporter.report { state in
        let count = told.withLock {
          $0.append(state.elapsed)
          return $0.count
        }
        if count == 3 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
    }.value
    #expect(told.withLock { $0 } == [.seconds(60), .seconds(120), .seconds(180)])
  }

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
