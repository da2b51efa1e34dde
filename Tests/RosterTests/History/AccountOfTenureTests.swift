import Foundation
import Roster
import Testing

/// Whose a tenure is that the logs tell: whoever had the name then, not whoever has it now.
struct AccountOfTenureTests {
  private typealias Rows = RightsHistoryTests

  private static func seen(
    _ user: Int, _ name: String, _ day: Int, registered: Int? = nil
  ) -> NameSighting {
    NameSighting(
      userID: user, name: name, time: Rows.date(day)...Rows.date(day),
      registeredAt: registered.map(Rows.date))
  }

  private static let held = [
    Rows.rights(1, 10, "Bob", [], ["sysop"]), Rows.rights(2, 20, "Bob", ["sysop"], []),
  ]

  private static let users: [(String, [RightsHistory.Row], [NameSighting], [String])] = [
    ("the same name", held, [seen(1, "Bob", 90)], ["1 Bob 10-20"]),
    ("another name", held, [seen(1, "Rob", 90)], ["Bob 10-20"]),
    ("a former name", held, [seen(1, "Bob", 30), seen(1, "Rob", 90)], ["1 Bob 10-20"]),
    (
      "somebody took the name later", held + [Rows.rename(3, 40, "Carl", "Bob")],
      [seen(1, "Bob", 90)],
      ["Bob 10-20"]
    ),
    (
      "seen before somebody took the name", held + [Rows.rename(3, 40, "Carl", "Bob")],
      [seen(1, "Bob", 15), seen(2, "Bob", 90)], ["1 Bob 10-20"]
    ),
    (
      "seen when the name may have been given up", held + [Rows.rename(3, 40, "Carl", "Bob")],
      [seen(1, "Bob", 30)], ["Bob 10-20"]
    ),
    (
      "renamed, and the name taken",
      held + [Rows.rename(3, 30, "Bob", "Rob"), Rows.rename(4, 40, "Carl", "Bob")],
      [seen(1, "Bob", 90), seen(2, "Rob", 90)], ["2 Rob 10-20"]
    ),
    (
      "renamed before the role was held", [Rows.rename(0, 5, "Rob", "Bob")] + held,
      [seen(1, "Rob", 2)],
      ["1 Bob 10-20"]
    ),
    (
      "had the name before it was given up", [Rows.rename(0, 5, "Bob", "Rob")] + held,
      [seen(1, "Bob", 2)],
      ["Bob 10-20"]
    ),
    (
      "swapped",
      held + [
        Rows.rename(3, 30, "Bob", "X"), Rows.rename(4, 31, "Carl", "Bob"),
        Rows.rename(5, 32, "X", "Carl"),
      ],
      [seen(1, "Bob", 90), seen(2, "Carl", 90)], ["2 Carl 10-20"]
    ),
    (
      "a chain of renames",
      held + [
        Rows.rename(3, 30, "Bob", "B"), Rows.rename(4, 31, "B", "C"), Rows.rename(5, 32, "C", "D"),
      ],
      [seen(1, "D", 90), seen(2, "B", 90)], ["1 D 10-20"]
    ),
    ("two users had the name", held, [seen(1, "Bob", 30), seen(2, "Bob", 90)], ["Bob 10-20"]),
    ("a younger account", held, [seen(1, "Bob", 90, registered: 11)], ["Bob 10-20"]),
    ("an account as old as the role", held, [seen(1, "Bob", 90, registered: 10)], ["1 Bob 10-20"]),
    ("seen after the log was read", held, [seen(1, "Bob", 101)], ["Bob 10-20"]),
    ("a hidden rename", held + [Rows.rename(3, 30, nil, nil)], [seen(1, "Bob", 90)], ["Bob 10-20"]),
    (
      "seen before a hidden rename", held + [Rows.rename(3, 30, nil, nil)], [seen(1, "Bob", 25)],
      ["1 Bob 10-20"]
    ),
    (
      "a rename to a hidden name", held + [Rows.rename(3, 30, "Bob", nil)], [seen(1, "Bob", 90)],
      ["Bob 10-20"]
    ),
    (
      "renamed within what clocks can differ", held + [Rows.rename(3, 30, "Bob", "Rob")],
      [
        NameSighting(
          userID: 1, name: "Bob", time: Rows.date(30).addingTimeInterval(-500)...Rows.date(30))
      ],
      ["Rob 10-20"]
    ),
  ]

  @Test(arguments: users.indices)
  func aTenureIsTheUsersWhoHadTheNameThen(index: Int) {
    let (name, rows, sightings, expected) = Self.users[index]
    #expect(Rows.tenures(rows, sightings) == expected, "\(name)")
  }
}
