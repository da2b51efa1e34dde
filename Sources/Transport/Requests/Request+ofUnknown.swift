extension Request {
  /// The same question to a server that may be something else: the value is nil where it answers in
  /// another way than the API does.
  ///
  /// - Parameter kinds: Which failures of the API itself mean that there is nothing at the address.
  package func ofUnknown(noneAfter kinds: Set<Fault.Kind> = []) -> Request<Payload?> {
    let read = read
    var request = Request<Payload?>(
      label: label, url: url, method: method, throttleKey: throttleKey, headers: headers,
      allowance: allowance
    ) { response in
      let answer = read(response)
      if let payload = answer.payload { return Answer(answer.outcome, payload: .some(payload)) }
      let isOther = [200, 400, 404, 405, 410].contains(response.status)
      switch answer.outcome {
      case .temporary(let fault) where isOther && Self.kindsOfOthers.contains(fault.kind),
        .permanent(let fault) where kinds.contains(fault.kind) || fault.kind == .undecodable:
        return Answer(.good, payload: .some(nil))
      case .temporary(let fault) where fault.isRobotCheck && response.status == 403:
        // Many servers refuse what they do not know: another question may be answered.
        return Answer(.permanent(fault))
      default:
        return Answer(answer.outcome, backoff: answer.backoff, quota: answer.quota)
      }
    }
    request.subject = subject
    return request
  }

  /// How an answer fails that is not one of the API.
  private static var kindsOfOthers: Set<Fault.Kind> { [.notTheAPI, .undecodable, .cutShort] }
}
