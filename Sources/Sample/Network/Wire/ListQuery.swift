/// The part of a list that a request asks for, and its order.
struct ListQuery: Hashable, Sendable {
  var page: Int
  var pageSize: Int
  var isDescending: Bool
  var sort: Sort
  var bounds: Bounds

  enum Sort: String, Sendable {
    case reputation, creation, name, modified
  }

  /// Both ends are included; nil is no bound.
  struct Bounds: Hashable, Sendable {
    var min: String?
    var max: String?
    var from: Int?
    var to: Int?

    var areOpen: Bool { min == nil && max == nil && from == nil && to == nil }
  }

  static let lastKeylessPage = 25

  /// - Parameter maxPageSize: nil where the size is not limited, as for `/sites`.
  init(_ parameters: [String: String], isKeyed: Bool, maxPageSize: Int?) throws(APIError) {
    page = try Self.number("page", in: parameters, from: 1, to: nil) ?? 1
    pageSize = try Self.number("pagesize", in: parameters, from: 0, to: maxPageSize) ?? 30
    guard page <= Self.lastKeylessPage || isKeyed else { throw .pageNeedsKey }
    switch parameters["order"] ?? "desc" {
    case "desc": isDescending = true
    case "asc": isDescending = false
    default: throw .badParameter("order")
    }
    guard let sort = Sort(rawValue: parameters["sort"] ?? "reputation") else {
      throw .badParameter("sort")
    }
    self.sort = sort
    bounds = Bounds(
      min: parameters["min"], max: parameters["max"],
      from: try Self.number("fromdate", in: parameters),
      to: try Self.number("todate", in: parameters))
    guard
      sort == .name || [bounds.min, bounds.max].allSatisfy({ $0.map { Int($0) != nil } ?? true })
    else { throw .badParameter(bounds.min.map { Int($0) == nil } ?? false ? "min" : "max") }
  }

  /// The positions of the page in a list of that length.
  func range(in count: Int) -> Range<Int> {
    let (start, overflow) = (page - 1).multipliedReportingOverflow(by: pageSize)
    guard !overflow, start < count else { return count..<count }
    return start..<min(count, start + pageSize)
  }

  /// Reads a 32-bit number, as the real API does; the error names the parameter.
  private static func number(
    _ name: String, in parameters: [String: String], from least: Int = 0, to most: Int? = nil
  ) throws(APIError) -> Int? {
    guard let text = parameters[name] else { return nil }
    guard let number = Int(text), number >= least, number <= most ?? Int(Int32.max) else {
      throw .badParameter(name)
    }
    return number
  }
}
