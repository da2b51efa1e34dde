import Roster

extension HelpTopic {
  static let sql = HelpTopic(
    name: "sql", abstract: "The views that SQL can query, with their columns, and recipes.",
    blocks: [
      .paragraph(
        "`modexport sql` runs one query; `modexport sql --help` says how. The views are the same for every "
          + "program that reads SQLite 3.37 (of 2021) or newer. An older one calls the file malformed, since its tables are strict: "
          + "`modexport export --format sqlite` writes a file that it reads, and `modexport report` tables in CSV."
      )
    ]
      + View.allCases.map { view in
        .entry(.literal(view.name), view.columnNames.joined(separator: ", ") + ".")
      }
      + [
        .paragraph(
          "Times are text such as 2026-11-20T03:00:00Z, in UTC. A user is network, site and user_id, and "
            + "has a row for each role; a person is network and account_id. The views moderators and former_moderators contain "
            + "staff and the Community account too, and people contains staff: a query of moderators leaves "
            + "them out with kind = 'moderator'. Recipes:")
      ]
      + SQLRecipe.all.flatMap { recipe in
        [HelpBlock.paragraph("\(recipe.purpose):"), .code(recipe.sql)]
      })
}
