/// The order of the rows of a view; both orders are total and deterministic.
package enum ViewOrder: Hashable, Sendable {
  /// By the columns that identify a row, ascending, so that two exports can be compared line by line:
  /// sites by network and id; moderators by network, site, role (`moderator` first) and user id; tenures by
  /// network, site, role, user id, name and beginning; observations by network, site and time; people by
  /// account and network; changes, walks and runs by id; pages by walk, reading, role and page.
  case key
  /// By network and site first, where a view has them, and then by the other columns of the key.
  case site
  /// Moderators by kind (`moderator`, `staff`, `community`), role (`moderator` first) and reputation, people by
  /// the number of their sites and then by reputation, former moderators by the day they left, changes,
  /// walks and runs by id; numbers and days descend, equals come by their key; anything else by its key.
  case reader
}
