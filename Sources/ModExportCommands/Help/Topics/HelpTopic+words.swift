extension HelpTopic {
  static let words = HelpTopic(
    name: "words", abstract: "The words that modexport uses, in one sentence each.",
    blocks: meanings.map { .entry(.literal($0.word), $0.meaning) })

  private static let meanings: [(word: String, meaning: String)] = [
    ("account", "What one person has on all sites of the network; its id is what `show` takes."),
    ("archive", "The SQLite file that holds every roster, what proves it, and its history."),
    ("backoff", "A pause that the API asks for between requests of one kind."),
    (
      "change",
      "Something that differs between two rosters of a site: somebody joined, left or was renamed."
    ),
    (
      "complete",
      "A roster is complete if the answers of the API prove that no moderator is missing."
    ),
    ("cursor", "A place in the list of changes, from which a later call continues."),
    (
      "elected",
      "The moderator won an election of the site; `sync --elected` asks the API for this."
    ),
    (
      "evidence",
      "What the API answered while a roster was read; it proves that the roster is complete."
    ),
    ("failed", "The site could not be read, because the API answered with an error each time."),
    (
      "former",
      "A former moderator was on an earlier roster of the site, and is not on the current one."
    ),
    (
      "grade",
      "What is claimed of a roster: complete, corroborated by an old total, or only published by the site."
    ),
    ("incomplete", "Answers are missing or contradict each other, so the roster is not published."),
    (
      "journal",
      "All changes of the archive, in the order in which they were recorded."
    ),
    (
      "kind",
      "What a moderator is: a moderator, an employee of the network (staff), or the Community user."
    ),
    ("lock-out", "The API answers nothing to this address until a time that it names."),
    (
      "main site",
      "A site with a subject of its own, such as cooking."
    ),
    (
      "meta site",
      "A site where users of a main site discuss that site, such as cooking.meta."
    ),
    (
      "network",
      "A family of sites that one API serves, such as Stack Exchange."
    ),
    (
      "proven",
      "The answers of the API show that the roster is complete, and the archive keeps what shows it."
    ),
    ("published", "A published roster is the current one of its site, which every command shows."),
    ("quota", "How many requests the API still answers on this day."),
    ("reading", "One pass over all pages of a roster; a roster of several pages is read twice."),
    ("roster", "The list of all moderators of one site at one time."),
    (
      "run",
      "One call of `sync` or `mirror`, from its first request to its summary."
    ),
    ("scope", "The sites that the archive is to hold, which `sync` without a SITE mirrors."),
    (
      "skipped",
      "The site was left for a later run, or was read so recently that this was not necessary."
    ),
    ("stale", "The roster was last read longer ago than `status --stale-after` allows."),
    (
      "tenure",
      "The time for which somebody was a moderator of a site, between two dates of readings."
    ),
    (
      "total",
      "The number of moderators that the API states beside a list, with which the list is compared."
    ),
    (
      "unproven",
      "The number that the API states is missing or wrong, or the list cannot prove itself; see grade."
    ),
    (
      "verify",
      "To derive every roster again from its evidence, and compare it with what the archive says."
    ),
    ("walk", "All requests for one roster, from its first page to its last."),
  ]
}
