import Foundation
import Networks
package import Roster
package import Transport

/// Sites whose rosters have several lists, one for each role, which a first request names.
extension ListNetwork {
  /// One list of a site.
  package struct List: Hashable, Sendable, Codable {
    package var role: Role
    package var kind: Kind

    package init(_ role: Role = .moderator, _ kind: Kind) {
      self.role = role
      self.kind = kind
    }

    package init(from decoder: any Decoder) throws {
      let texts = try [String](from: decoder)
      guard texts.count == 2, let kind = Kind(rawValue: texts[1]) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no list of a role"))
      }
      self.init(Role(rawValue: texts[0]), kind)
    }

    package func encode(to encoder: any Encoder) throws {
      try [role.rawValue, kind.rawValue].encode(to: encoder)
    }

    /// The path of its pages.
    package var path: String { role == .moderator ? "moderators" : role.rawValue }
  }

  /// The path of the first request.
  package static let listing = "lists"

  /// The kinds whose lists can be on one roster: the `total` of all is worth the same.
  package static func companions(of kind: Kind) -> [Kind] {
    switch kind {
    case .numbered, .counted, .offset: [.numbered, .counted, .offset, .whole]
    // Their totals are ignored.
    case .tokens, .whole: [.numbered, .counted, .offset, .tokens, .whole]
    case .lagging: [.numbered, .lagging, .whole]
    }
  }

  /// The answer to the first request.
  package static func respond(listing lists: [List]) -> RawResponse {
    // Texts can always be encoded.
    RawResponse(status: 200, body: (try? JSONEncoder().encode(lists)).map(Array.init) ?? [])
  }

  /// The request for the lists of a site.
  func listing(of site: SiteRef) -> Request<[List]> {
    var request = Request<[List]>(
      label: "\(site.id)/\(Self.listing)", url: "https://\(site.id)/\(Self.listing)",
      method: Self.listing, throttleKey: throttleKey(for: site)
    ) { response in
      if let refusal: Answer<[List]> = Self.refusal(response) { return refusal }
      guard let lists = try? JSONDecoder().decode([List].self, from: Data(response.body)) else {
        return Answer(.temporary(Fault(.undecodable, "the answer names no lists")))
      }
      return Answer(.good, payload: lists)
    }
    request.subject = site.id
    return request
  }
}
