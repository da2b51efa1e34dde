/// Transforms items side by side, so many at once at the most, and keeps each with its result: one
/// failure disturbs no other.
///
/// Items are taken from the sequence, in its order, only when there is room for them; after
/// cancellation no further one is. Whatever is done many times at once goes through here.
///
/// - Parameters:
///   - limit: How many are under way at once, 1 or more.
///   - proceed: Called with each result as it comes. When it returns false no further item is taken;
///     those under way come to their end.
/// - Returns: The items taken and what became of them, in the order of the sequence.
package func mapConcurrently<Item: Sendable, Value: Sendable>(
  _ items: some Sequence<Item>, limit: Int,
  while proceed: (Item, Result<Value, any Error>) -> Bool = { _, _ in true },
  _ transform: @escaping @Sendable (Item) async throws -> Value
) async -> [(item: Item, result: Result<Value, any Error>)] {
  await withTaskGroup(of: (Int, Item, Result<Value, any Error>).self) { group in
    var remaining = items.makeIterator()
    var finished: [(index: Int, item: Item, result: Result<Value, any Error>)] = []
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
    for await (index, item, result) in group {
      finished.append((index, item, result))
      // Those under way when it was to end are told of too.
      goesOn = proceed(item, result) && goesOn
      if goesOn { startNext() }
    }
    return finished.sorted { $0.index < $1.index }.map { ($0.item, $0.result) }
  }
}
