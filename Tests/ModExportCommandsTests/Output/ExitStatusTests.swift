import Testing

@testable import ModExportCommands

struct ExitStatusTests {
  @Test func theCodesAreThoseThatScriptsRelyOn() {
    let codes = ExitStatus.allCases.map(\.rawValue)
    #expect(codes == [0, 1, 3, 64, 66, 69, 73, 75, 129, 130, 143])
  }

  static let combinations: [([ExitStatus], ExitStatus)] = [
    ([], .done),
    ([.done, .done], .done),
    ([.done, .incomplete], .incomplete),
    ([.incomplete, .stoppedEarly], .stoppedEarly),
    ([.stoppedEarly, .unreachable, .incomplete], .unreachable),
    ([.incomplete, .unreachable, .failed, .done], .failed),
    ([.failed, .interrupted], .interrupted),
  ]

  @Test(arguments: combinations)
  func theGravestEndingWins(endings: [ExitStatus], expected: ExitStatus) {
    #expect(ExitStatus.combining(endings) == expected)
    #expect(ExitStatus.combining(endings.reversed()) == expected)
  }
}
