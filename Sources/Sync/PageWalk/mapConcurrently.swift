import Synchronization

/// Transforms items concurrently, at most `limit` at once, and pairs each with its result: one
/// failure does not affect the others.
///
/// Items are taken from the sequence, in its order, only when a slot is free; none is taken after a
/// cancellation. All bounded concurrency of the program uses this function.
///
/// - Parameters:
///   - limit: The maximum number of concurrent transforms, 1 or more.
///   - proceed: Called with each result as it arrives. After it returns false no further item is
///     taken; transforms in progress finish.
///   - transform: It may free its slot before it ends, for what the limit is not about. At most twice as many as the
///     limit are then in progress, and never more than one where that is 1.
/// - Returns: The items taken with their results, in the order of the sequence.
package func mapConcurrently<Item: Sendable, Value: Sendable>(
  _ items: some Sequence<Item>, limit: Int,
  while proceed: (Item, Result<Value, any Error>) -> Bool = { _, _ in true },
  _ transform: @escaping @Sendable (Item, ConcurrencySlot) async throws -> Value
) async -> [(item: Item, result: Result<Value, any Error>)] {
  await withTaskGroup(of: MapEvent<Item, Value>.self) { group in
    var remaining = items.makeIterator()
    var finished: [(index: Int, item: Item, result: Result<Value, any Error>)] = []
    var (started, occupied, inProgress) = (0, 0, 0)
    let limit = max(1, limit)
    func startNext() {
      guard occupied < limit, inProgress < (limit == 1 ? 1 : limit * 2),
        let item = remaining.next()
      else { return }
      let (index, slot) = (started, ConcurrencySlot())
      let isStarted = group.addTaskUnlessCancelled {
        defer { slot.free() }
        do {
          return .finished(index, item, .success(try await transform(item, slot)))
        } catch {
          return .finished(index, item, .failure(error))
        }
      }
      guard isStarted else { return }
      group.addTask {
        await slot.freed()
        return .freed
      }
      started += 1
      occupied += 1
      inProgress += 1
    }
    for _ in 0..<limit { startNext() }
    var goesOn = true
    for await event in group {
      switch event {
      case .freed: occupied -= 1
      case .finished(let index, let item, let result):
        inProgress -= 1
        finished.append((index, item, result))
        // Results of transforms that were in progress at the end are reported too.
        goesOn = proceed(item, result) && goesOn
      }
      if goesOn { startNext() }
    }
    return finished.sorted { $0.index < $1.index }.map { ($0.item, $0.result) }
  }
}

/// As ``mapConcurrently(_:limit:while:_:)-(_,_,_,(Item,ConcurrencySlot)->Value)``, where each transform keeps its
/// slot to its end.
package func mapConcurrently<Item: Sendable, Value: Sendable>(
  _ items: some Sequence<Item>, limit: Int,
  while proceed: (Item, Result<Value, any Error>) -> Bool = { _, _ in true },
  _ transform: @escaping @Sendable (Item) async throws -> Value
) async -> [(item: Item, result: Result<Value, any Error>)] {
  await mapConcurrently(items, limit: limit, while: proceed) { item, _ in
    try await transform(item)
  }
}

/// One of the places that a limit of concurrency allows.
package final class ConcurrencySlot: Sendable {
  private struct State {
    var isFree = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Lets another item take the place. Freeing it twice is not a failure.
  package func free() {
    let waiter = state.withLock { state in
      state.isFree = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Returns when the slot is free; for one waiting task.
  fileprivate func freed() async {
    await withCheckedContinuation { waiter in
      let isFree = state.withLock { state in
        if !state.isFree { state.waiter = waiter }
        return state.isFree
      }
      if isFree { waiter.resume() }
    }
  }
}

/// What happens while items are transformed.
private enum MapEvent<Item: Sendable, Value: Sendable>: Sendable {
  case freed
  case finished(Int, Item, Result<Value, any Error>)
}
