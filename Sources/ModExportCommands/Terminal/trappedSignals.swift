import UnixSignals

/// Ctrl-C, a termination signal and a hang-up, as their numbers come: from now on they end the process no
/// more. If the program was started to ignore hang-ups, as `nohup` does, they stay ignored.
package func trappedSignals() async -> some AsyncSequence<CInt, Never> & Sendable {
  let hangUp: [UnixSignal] = System.ignoresHangUp ? [] : [.sighup]
  return await UnixSignalsSequence(trapping: [.sigint, .sigterm] + hangUp).map(\.rawValue)
}
