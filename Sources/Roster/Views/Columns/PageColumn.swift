/// The columns of the view `pages`.
package enum PageColumn: Int, ViewColumn {
  case walkID, reading, page, itemCount, hasMore, total, sha256, fetchedAt, position, role

  package var column: View.Column {
    switch self {
    case .walkID: .init("walk_id", .integer, "The walk that the page belongs to.")
    case .reading: .init("reading", .integer, "1, or 2 for the second reading.")
    case .page: .init("page", .integer, "The page's number in its list, from 1.")
    case .itemCount: .init("item_count", .integer, "Items on the page.")
    case .hasMore:
      .init("has_more", .integer, "1 where the page says that others follow, else 0.")
    case .total: .init("total", .integer, "The roster's size as this page says.")
    case .sha256: .init("sha256", .text, "SHA-256 of the page's items.")
    case .fetchedAt: .init("fetched_at", .time, "When the page came.")
    case .position:
      .init(
        "position", .text, "Where the page begins in a list without page numbers; else absent.")
    case .role:
      .init("role", .text, "The role whose list the page belongs to.", shortening: .never)
    }
  }
}
