import Foundation
import Roster
import StackExchange
import Testing
import Transport

/// Answers of the real API that somebody published, read as the client reads them.
struct RecordedAnswersTests {
  static func fixture(_ name: String) throws -> [UInt8] {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures"))
    return Array(try Data(contentsOf: url))
  }

  static func sites(_ name: String) throws -> Page<Site> {
    let response = RawResponse(status: 200, body: try fixture(name))
    let answer = APIEndpoint().sites(filter: .wellKnownSafe).read(response)
    return try #require(answer.payload)
  }

  @Test func theFullListOfSitesIsRead() throws {
    let page = try Self.sites("sites-346-full-list-2018-09")
    #expect(page.items.count == 346)
    #expect(!page.hasMore)
    #expect(page.items.filter { $0.type == .main }.count == 174)
    #expect(page.items.filter { $0.type == .meta }.count == 172)
    #expect(page.items.filter { !$0.aliases.isEmpty }.count == 214)
    #expect(page.items.contains { $0.name == "Unix & Linux" && $0.id == "unix" })
    #expect(!page.items.contains { $0.name.contains("&amp;") || $0.name.contains("&#") })
  }

  @Test func fiveSitesOfTheDefaultFilterAreRead() throws {
    let page = try Self.sites("sites-5-default-filter-2016-03")
    #expect(page.items.count == 5)
    #expect(page.items[0].id == "stackoverflow")
    #expect(page.items[0].launchDate?.rfc3339 == "2008-09-15T00:00:00Z")
    #expect(page.items[0].state == "normal")
    #expect(page.items[0].audience == "professional and enthusiast programmers")
  }

  private struct RecordedError: Decodable {
    var httpStatus: Int?
    var body: Body

    struct Body: Codable {
      var errorId: Int
      var errorName: String
      var errorMessage: String
    }
  }

  @Test func everyRecordedErrorIsUnderstood() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let errors = try decoder.decode(
      [RecordedError].self, from: Data(Self.fixture("error-bodies-recorded")))
    #expect(errors.count == 15)
    for error in errors {
      let body = Array(try encoder.encode(error.body))
      let response = RawResponse(status: error.httpStatus ?? 400, body: body)
      let outcome = APIEndpoint().sites(filter: .wellKnownSafe).read(response).outcome
      let message = error.body.errorMessage
      switch outcome {
      case .lockedOut(let seconds):
        #expect(message.contains("too many requests") && seconds >= 3_600)
      case .throttled: #expect(message == "Violation of backoff parameter")
      case .permanent(let fault): #expect(fault.message.contains(message))
      case .good, .temporary: Issue.record("\(message) was taken for \(outcome)")
      }
    }
  }
}
