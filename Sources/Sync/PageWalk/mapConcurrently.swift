/// Transforms items concurrently, at most `limit` at once, and pairs each with its result: one
/// failure does not affect the others.
///
/// Items are taken from the sequence, in its order, only when there is room; none is taken after a
/// cancellation. All bounded concurrency of the program uses this function.
///
/// - Parameters:
///   - limit: The maximum number of concurrent transforms, 1 or more.
///   - proceed: Called with each result as it arrives. After it returns false no further item is
///     taken; transforms in progress finish.
/// - Returns: The items taken with their results, in the order of the sequence.
package func mapConcurrently<Item: Sendable, Value: Sendable>(
  _ items: some Sequence<Item>, limit: Int,
  while proceed: (Item, Result<Value, any Error>) -> Bool = { _, _ in true },
  _ transform: @escaping @Sendable (Item) async throws -> Value
) async -> [(item: Item, result: Result<Value, any Error>)] {
  typealias Finished = (index: Int, item: Item, result: Result<Value, any Error>)
  return await withTaskGroup(of: Finished.self) { group in
    var remaining = items.makeIterator()
    var finished: [Finished] = []
    var started = 0
    func startNext() {
      guard let item = remaining.next() else { return }
      let index = started
      let isStarted = group.addTaskUnlessCancelled {
        do {
          return (index, item, .success(try await transform(item)))
        } catch {
          return (index, item, .failure(error))
        }
      }
      if isStarted { started += 1 }
    }
    for _ in 0..<max(1, limit) { startNext() }
    var goesOn = true
    for await end in group {
      finished.append(end)
      // Results of transforms that were in progress at the end are reported too.
      goesOn = proceed(end.item, end.result) && goesOn
      if goesOn { startNext() }
    }
    return finished.sorted { $0.index < $1.index }.map { ($0.item, $0.result) }
  }
}
