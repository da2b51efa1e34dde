import Archive
import Roster
import Tables

/// Finds the person that the user means.
struct PersonFinder {
  let archive: ArchiveDatabase
  let networks: NetworkRegistry
  /// Whether somebody is wanted, too, whom only rows of logs name that tell of no tenure.
  var findsLogRows = false

  /// A person by what identifies them.
  enum Identity: Hashable {
    case account(Int, network: NetworkID)
    case user(Int, site: Site)
    /// Nobody whom a roster showed there; perhaps a log tells of them.
    case stranger(String, site: Site)
  }

  /// The person that a text means: `ACCOUNT`, `NETWORK:ACCOUNT`, `SITE/USER_ID`, `SITE/NAME`, the address of a profile,
  /// or a name that one person has or had.
  ///
  /// - Throws: `CommandFailure` (64) where it means nobody, or several people, who are then named;
  ///   `ArchiveError`.
  func person(meaning text: String) throws -> PersonRecord {
    if let account = try account(text) { return account }
    if let identity = try identity(at: text) { return try person(identity) }
    guard text.contains("/") else { return try person(called: text) }
    guard let (site, name) = try siteAndName(in: text) else {
      return try personWithSlash(called: text)
    }
    if let userID = Int(name), let user = try archive.person(site: site.ref, userID: userID) {
      return user
    }
    // Users have numbers: a name tells apart those who have none.
    if let unnumbered = try strangers(name, of: site).first(where: \.isUnnumbered) {
      return unnumbered
    }
    if let userID = Int(name) { return try person(.user(userID, site: site)) }
    return try person(identity(of: .name(name, ignoringCase: false), at: site))
  }

  /// The site before a slash and what follows it; nil where nothing before a slash is a site. Names have slashes, too: the
  /// longest site counts.
  private func siteAndName(in text: String) throws -> (site: Site, name: String)? {
    for slash in text.indices.reversed() where text[slash] == "/" && slash > text.startIndex {
      let name = String(text[text.index(after: slash)...])
      if !name.isEmpty, let site = try? archive.site(meaning: String(text[..<slash])).site {
        return (site, name)
      }
    }
    return nil
  }

  /// Whoever has a whole text as a name.
  ///
  /// - Throws: What is wrong with the text as a site and a user of it, where that is nobody.
  private func personWithSlash(called text: String) throws -> PersonRecord {
    do {
      return try person(called: text)
    } catch {
      let slash = text.lastIndex(of: "/") ?? text.endIndex
      guard slash > text.startIndex, slash < text.index(before: text.endIndex) else {
        throw unknown("'\(text)' is neither an account id nor SITE/USER_ID.")
      }
      _ = try archive.site(meaning: String(text[..<slash]))
      throw error
    }
  }

  private func strangers(
    _ name: String, of site: Site, inAnyForm: Bool = false
  ) throws -> [PersonRecord] {
    try archive.loggedPeople(named: name, of: site.ref, in: site.network, inAnyForm: inAnyForm)
  }

  /// Whom only rows of logs name, where that is wanted.
  ///
  /// - Throws: `CommandFailure` (64) where several networks have the name.
  private func personInLogs(_ name: String, of site: Site? = nil) throws -> PersonRecord? {
    guard findsLogRows else { return nil }
    let found = try archive.peopleInLogs(named: name, of: site?.ref)
    if found.count > 1 {
      let ids = found.map { "\($0.sites[0].site.id)/\($0.displayName)" }
      throw several(ids.joined(separator: ", "), haveTheName: name)
    }
    return found.first
  }

  /// Whose profile is at an address; nil for a text that is no address.
  ///
  /// - Throws: `CommandFailure` (64) for the address of anything else, and of a site that the archive does not
  ///   contain.
  func identity(at text: String) throws -> Identity? {
    guard let address = PageAddress(text) else { return nil }
    for network in networks.entries {
      if let account = network.profiles.account(address) {
        return .account(account, network: network.id)
      }
    }
    let owners = address.owners(among: try archive.knownSites().map(\.site))
    for site in owners {
      guard let pages = profiles(of: site), let user = pages.user(address, site) else { continue }
      return try identity(of: user, at: site)
    }
    guard let site = owners.first else {
      throw CommandFailure(
        .usage, "The address '\(text)' belongs to no site in the archive: name a user of a site.")
    }
    let example = profiles(of: site).map { ", such as \(site.url)\($0.example)" } ?? ""
    throw CommandFailure(.usage, "The address '\(text)' is not that of a user\(example).")
  }

  private func profiles(of site: Site) -> ProfilePages? {
    networks.entries.first { $0.id == site.network }?.profiles
  }

  private func identity(of user: ProfilePages.User, at site: Site) throws -> Identity {
    switch user {
    case .id(let id): return .user(id, site: site)
    case .name(let name, let ignoresCase):
      func users(_ name: String) throws -> [Int] {
        try archive.users(named: name, ignoringCase: ignoresCase, of: site.ref)
      }
      let found = try users(name).first ?? users(name.wikiName).first
      return found.map { .user($0, site: site) } ?? .stranger(name, site: site)
    }
  }

  private func person(_ identity: Identity) throws -> PersonRecord {
    switch identity {
    case .account(let account, let network):
      if let found = try archive.person(account: account, network: network) { return found }
      throw unknown("The archive contains no moderator with the account \(account).")
    case .user(let userID, let site):
      if let found = try archive.person(site: site.ref, userID: userID) { return found }
      throw unknown(
        "The archive contains no moderator \(userID) of \(site.name) (\(site.id)).", at: site.ref)
    case .stranger(let name, let site):
      let found = try strangers(name, of: site, inAnyForm: true)
      if found.count > 1 {
        let ids = found.compactMap(\.sites[0].userID).map { "\(site.id)/\($0)" }
        throw several(ids.joined(separator: ", "), haveTheName: name)
      }
      if let found = try found.first ?? personInLogs(name, of: site) { return found }
      throw unknown(
        "The archive contains no moderator called '\(name)' of \(site.name) (\(site.id)).",
        at: site.ref)
    }
  }

  /// The person of an account, which is written `ACCOUNT`, or `NETWORK:ACCOUNT` where several networks have
  /// one of that number; nil where no account is meant.
  private func account(_ text: String) throws -> PersonRecord? {
    let networks = try archive.networks()
    let named = networks.first { text.hasPrefix("\($0):") }
    guard let account = Int(named.map { text.dropFirst($0.count + 1) } ?? text[...]) else {
      return nil
    }
    let found = try (named.map { [$0] } ?? networks).compactMap {
      try archive.person(account: account, network: $0)
    }
    if found.count == 1 { return found[0] }
    if found.isEmpty {
      throw unknown("The archive contains no moderator with the account \(account).")
    }
    let choices = found.map { "'\($0.network):\(account)'" }.joined(separator: " or ")
    throw unknown("Several networks have an account \(account): did you mean \(choices)?")
  }

  /// The most people that a message names.
  private static let mostNamed = 10

  private func person(called name: String) throws -> PersonRecord {
    let query = SearchQuery(name, former: true, limit: Self.mostNamed + 1)
    let found = try archive.search(query).people.filter { match in
      [.displayName, .formerName, .claimedName].contains(match.match.field)
    }
    let exact = found.filter { $0.match.kind == .exact }
    if exact.isEmpty, let named = try personInLogs(name) { return named }
    let close = exact.isEmpty ? found.filter { $0.match.kind == .prefix } : exact
    if close.count == 1, let record = try close.first.flatMap(record) { return record }
    if let first = close.first, close.allSatisfy({ $0.isNamesake(of: first) }),
      let record = try record(of: first)
    {
      return record
    }
    let names = try archive.typedNames()
    let people = try (close.isEmpty ? found : close).prefix(Self.mostNamed).map { match in
      "\(try match.id(names, in: archive)) (\(match.displayName))"
    }
    let list = people.joined(separator: ", ")
    if people.isEmpty {
      if let site = try? archive.site(meaning: name).site {
        throw CommandFailure(
          .usage,
          "'\(name)' is a site, not a person: `modexport list \(names.id(of: site.ref))` shows who moderates it."
        )
      }
      throw unknown("No moderator in the archive has the name '\(name)'.")
    }
    if close.isEmpty {
      throw CommandFailure(
        .usage, "No moderator in the archive has the name '\(name)'. Did you mean \(list)?")
    }
    let more = close.count > people.count ? " and others" : ""
    throw several(list + more, haveTheName: name)
  }

  private func several(_ ids: String, haveTheName name: String) -> CommandFailure {
    CommandFailure(
      .usage, "Several people have the name '\(name)': name one by the id: \(ids).")
  }

  private func record(of match: PersonMatch) throws -> PersonRecord? {
    if let account = match.accountID {
      return try archive.person(account: account, network: match.network)
    }
    guard let (site, user) = match.user else {
      return try archive.loggedPeople(named: match.displayName, in: match.network)
        .first(where: \.isUnnumbered)
    }
    return try archive.person(site: site, userID: user)
  }

  /// Nobody was found: an unknown name, or nothing at all where no site was ever read.
  ///
  /// - Parameter site: The only one that is asked about.
  private func unknown(_ sentence: String, at site: SiteRef? = nil) -> CommandFailure {
    let end = (try? archive.withheldCount())?.peopleWithheld.map { " " + $0 } ?? ""
    return (try? archive.looks(at: site).neverLooked)
      ?? CommandFailure(.usage, "\(sentence)\(end) Find ids with `modexport search NAME`.")
  }
}

extension PersonRecord {
  /// Whether nobody tells an id of them.
  fileprivate var isUnnumbered: Bool { sites.allSatisfy { $0.userID == nil } }
}

extension PersonMatch {
  /// Whether only a name is known of both, the same in one network.
  fileprivate func isNamesake(of other: PersonMatch) -> Bool {
    user == nil && other.user == nil && network == other.network
      && displayName == other.displayName
  }

  /// The user on the site with most reputation.
  var user: (site: SiteRef, userID: Int)? {
    moderators.first.map(Record<ModeratorColumn>.init).flatMap { row in
      row.number(.userID).map { (row.site, $0) }
    }
  }

  /// What `show` takes: an account, `SITE/USER_ID`, or `SITE/NAME` of whom only a log tells, with the network where it
  /// is needed.
  ///
  /// - Throws: `ArchiveError`.
  func id(_ names: TypedNames, in archive: ArchiveDatabase) throws -> String {
    guard let user else {
      let site = moderators.first.map { Record<ModeratorColumn>($0).site }
      return accountID.map { String($0) } ?? "\(site.map(names.id) ?? "")/\(displayName)"
    }
    return try names.person(account: accountID, user: user.userID, of: user.site, in: archive)
  }
}
