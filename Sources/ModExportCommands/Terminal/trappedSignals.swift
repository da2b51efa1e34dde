import UnixSignals

/// Ctrl-C, a termination signal and a hang-up, as their numbers come: from now on they end the process no
/// more. A hang-up that whoever started the program told it to ignore, as `nohup` does, stays ignored.
func trappedSignals() async -> some AsyncSequence<CInt, Never> & Sendable {
  let hangUp: [UnixSignal] = System.ignoresHangUp ? [] : [.sighup]
  return await UnixSignalsSequence(trapping: [.sigint, .sigterm] + hangUp).map(\.rawValue)
}
