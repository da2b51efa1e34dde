import Synchronization

/// The progress of a sync below the messages on a terminal, drawn at most ten times a second.
///
/// It reads no clock: each state contains its time.
package final class ProgressBar: Sendable {
  private let messages: MessageStream
  private let width: Int
  private let drawnAt = Mutex<Duration?>(nil)
  private static let pause = Duration.milliseconds(100)

  /// - Parameter width: The terminal's columns.
  package init(on messages: MessageStream, width: Int) {
    self.messages = messages
    self.width = width
  }

  /// Draws the state, unless another was drawn less than a tenth of a second before it.
  package func show(_ state: ProgressState) {
    let isDue = drawnAt.withLock { last in
      if let last, state.elapsed - last < Self.pause { return false }
      last = state.elapsed
      return true
    }
    if isDue { messages.showStatus(ProgressLine.render(state, width: width)) }
  }

  /// Removes the bar at the end of the run, however it ends.
  package func clear() {
    messages.showStatus("")
  }
}
