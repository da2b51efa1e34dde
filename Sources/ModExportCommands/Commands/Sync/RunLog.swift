import Archive
import FoundationEssentials
import Logging
import Roster
import Sync
import Transport

/// Writes the events of a run to the log.
struct RunLog: SyncObserver {
  let logger: Logger

  func planned(walks: Int, recent: Int) {
    logger.info("run planned", metadata: ["sites": "\(walks)", "sites_recent": "\(recent)"])
  }

  func scheduled(_ site: SiteRef, at date: Date, seconds: TimeInterval) {
    logger.info(
      "changed while it was read",
      metadata: [
        "site": "\(site.id)", "until": "\(date.rfc3339)", "seconds": .seconds(seconds),
      ])
  }

  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval) {
    logger.info(
      "published",
      metadata: [
        "site": "\(site.id)", "moderators": "\(publication.moderators)",
        "changes": "\(publication.changes.count)",
        "verdict": "\(publication.verdict.name.rawValue)", "seconds": .seconds(seconds),
      ])
  }

  func warning(_ sentence: String) { logger.warning("\(sentence)") }
}
