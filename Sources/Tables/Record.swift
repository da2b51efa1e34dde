package import Roster

/// A row of a view, whose cells are read by column: a column that the view does not have does not
/// compile.
package struct Record<Column: ViewColumn> {
  /// The cells, one for each column of the view.
  package let row: Row

  /// - Parameter row: A row of the view that the columns are of.
  package init(_ row: Row) {
    self.row = row
  }

  private func cell(_ column: Column) -> Cell {
    let isThere = row.indices.contains(column.rawValue)
    assert(isThere, "A row of \(row.count) cells has no \(column.name).")
    return isThere ? row[column.rawValue] : .null
  }

  /// The text of a cell; nil if it is absent or empty.
  package subscript(_ column: Column) -> String? {
    switch cell(column) {
    case .null: nil
    case .integer, .real: cell(column).description
    case .text(let text): text.isEmpty ? nil : text
    }
  }

  /// The number in a cell; nil if there is none.
  package func number(_ column: Column) -> Int? {
    if case .integer(let number) = cell(column) { number } else { nil }
  }

  /// The enum value that a cell names; nil if the cell is empty or the name is unknown.
  fileprivate func value<Value: RawRepresentable<String>>(_ column: Column) -> Value? {
    self[column].flatMap(Value.init)
  }
}

extension Record where Column: SiteRowColumn {
  /// The site that the row belongs to.
  package var site: SiteRef {
    SiteRef(self[.network] ?? "", self[.site] ?? "")
  }
}

extension Record where Column: RoleRowColumn {
  /// The role that the row belongs to; nil for a change of a site.
  package var role: Role? { self[.role].map(Role.init(rawValue:)) }
}

extension Record<SiteColumn> {
  /// What the evidence of the published roster proves; nil where none is published.
  package var verdict: Verdict.Name? { value(.verdict) }

  /// How much is claimed of the published roster; nil where none is published.
  package var grade: Grade? { value(.grade) }
}

extension Record<WalkColumn> {
  /// What the evidence of the walk proves; nil while it is unfinished.
  package var verdict: Verdict.Name? { value(.verdict) }

  /// How much is claimed of the roster that it published; nil where it published none.
  package var grade: Grade? { value(.grade) }
}

extension Record<ModeratorColumn> {
  /// Why they can moderate.
  package var kind: Moderator.Kind? { value(.kind) }
}

extension Record<ChangeColumn> {
  /// What happened.
  package var kind: Change.Kind? { value(.kind) }

  /// What happened in words.
  ///
  /// - Parameter show: Makes untrusted text safe to show.
  package func words(show: @escaping (String) -> String = { $0 }) -> ChangeWords {
    ChangeWords(
      kind: kind, role: role, fields: Change.fields(inDetail: self[.detail]) ?? [], show: show)
  }
}

extension Record<PersonColumn> {
  /// The number of the person's account; nil if it identifies no person.
  package var account: Int? {
    number(.accountID).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The sites that the person moderates.
  package var sites: [SiteRef] {
    // By scalars: a `Character` may hold the space and a mark at the beginning of the next id.
    (self[.siteList] ?? "").unicodeScalars.split(separator: " ").map {
      SiteRef(self[.network] ?? "", String($0))
    }
  }
}
