import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct AnswerReadingTests {
  private static let response = RawResponse(status: 200)

  @Test func anAnswerIsReadWhole() async throws {
    let request = Request<Int>(label: "", url: "", method: "") { response in
      Answer(.good, payload: response.status)
    }
    #expect(try await AnswerReading.read(Self.response, of: request).payload == 200)
  }

  /// A task that is cancelled returns at once, however many answers are decoded concurrently.
  @Test func whoIsToldToEndLeavesALongAnswer() async {
    let request = Request<Int>(label: "", url: "", method: "") { _ in
      while !AnswerReading.isAbandoned() {}
      return Answer(.temporary(Fault(.undecodable, "left")))
    }
    let ended = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          do {
            _ = try await AnswerReading.read(Self.response, of: request)
            return false
          } catch { return error is CancellationError }
        }
      }
      await Task.yield()
      group.cancelAll()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ended == [true, true, true, true])
  }
}
