package import Foundation
package import SampleNetwork
package import Transport

extension RawResponse {
  /// The response of a sample API as a client gets it.
  package init(_ sample: SampleResponse) {
    self.init(
      status: sample.status,
      headers: Dictionary(sample.headers.map { ($0.name, $0.value) }) { first, _ in first },
      body: sample.body)
  }
}

extension Request {
  /// The answer of a sample API to this request, without sockets.
  package func answer(
    of responder: SampleListener.Responder, at time: Date = Date(timeIntervalSince1970: 0)
  ) -> Answer<Payload> {
    let origin = url.firstMatch(of: /https?:\/\/[^\/]*/)?.0.count ?? 0
    let headers = headers.values.map { ($0.key.lowercased(), $0.value) }
    let asked = SampleRequest(
      target: String(url.dropFirst(origin)),
      headers: Dictionary(headers) { first, _ in first })
    return read(RawResponse(responder(asked, time)))
  }
}
