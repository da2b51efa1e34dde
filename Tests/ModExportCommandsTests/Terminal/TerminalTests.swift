import Testing

@testable import ModExportCommands

struct TerminalTests {
  struct Sight: Sendable {
    var isTerminal = true
    var window: Int? = 120
    var environment: [String: String] = [:]
    var color = ColorMode.auto
    var terminal: Terminal
  }

  static let sights = [
    Sight(terminal: Terminal(columns: 120, isStyled: true)),
    Sight(window: nil, terminal: Terminal(columns: 80, isStyled: true)),
    Sight(
      window: nil, environment: ["COLUMNS": "50"], terminal: Terminal(columns: 50, isStyled: true)),
    Sight(environment: ["COLUMNS": "50"], terminal: Terminal(columns: 120, isStyled: true)),
    Sight(
      window: nil, environment: ["COLUMNS": "-1"], terminal: Terminal(columns: 80, isStyled: true)),
    Sight(environment: ["NO_COLOR": "1"], terminal: Terminal(columns: 120, isStyled: false)),
    Sight(environment: ["NO_COLOR": ""], terminal: Terminal(columns: 120, isStyled: true)),
    Sight(environment: ["TERM": "dumb"], terminal: Terminal(columns: 120, isStyled: false)),
    Sight(
      environment: ["NO_COLOR": "1"], color: .always,
      terminal: Terminal(columns: 120, isStyled: true)),
    Sight(color: .never, terminal: Terminal(columns: 120, isStyled: false)),
    Sight(isTerminal: false, environment: ["COLUMNS": "50"], terminal: .none),
    Sight(isTerminal: false, color: .always, terminal: Terminal(columns: nil, isStyled: true)),
  ]

  @Test(arguments: sights)
  func theTerminalIsWhatItSaysAndWhatIsAsked(sight: Sight) {
    let terminal = Terminal(
      isTerminal: sight.isTerminal, windowColumns: sight.window, environment: sight.environment,
      color: sight.color)
    #expect(terminal == sight.terminal)
  }
}
