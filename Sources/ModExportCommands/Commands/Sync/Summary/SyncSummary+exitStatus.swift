package import Sync
import Transport

extension SyncSummary {
  /// The exit code of the run.
  package var exitStatus: ExitStatus {
    var endings: [ExitStatus] = []
    switch stopped {
    case .signal(let signal): endings.append(ExitStatus(signal: signal))
    case .cancelled: endings.append(.interrupted)
    case .quota, .lockedOut, .requestLimit: endings.append(.stoppedEarly)
    case .refused where isOfRefusedFilter: endings.append(.stoppedEarly)
    case .unanswered where outcome != .unreachable: endings.append(.stoppedEarly)
    case .unanswered, .unreachable, .refused, nil: break
    }
    if let failure { endings.append(CommandFailure(failure).status) }
    if outcome == .unreachable { endings.append(.unreachable) }
    if !problems.isEmpty { endings.append(.incomplete) }
    return ExitStatus.combining(endings)
  }
}
