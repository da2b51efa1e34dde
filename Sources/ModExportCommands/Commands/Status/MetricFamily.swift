import Tables

/// A metric in Prometheus' text format: its name, its type, its help, and its samples.
package struct MetricFamily: Hashable, Sendable {
  /// In snake case, with its unit at the end.
  package var name: String
  package var type: Kind
  package var help: String
  package var samples: [Sample]

  package init(_ name: String, _ type: Kind, _ help: String, _ samples: [Sample]) {
    self.name = name
    self.type = type
    self.help = help
    self.samples = samples
  }

  /// The types of Prometheus that we use.
  package enum Kind: String, Hashable, Sendable {
    /// A value that only grows; its name ends with `_total`.
    case counter
    case gauge
  }

  /// One value under its labels.
  package struct Sample: Hashable, Sendable {
    package var labels: [Label]
    package var value: Double

    package init(_ value: Double, _ labels: [Label] = []) {
      self.value = value
      self.labels = labels
    }
  }

  /// A label of a sample.
  package struct Label: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The lines of the format; empty for a family without samples, which the format does not know.
  package var text: String {
    guard !samples.isEmpty else { return "" }
    let lines = samples.map { sample in
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, quote: true))\"" }
      let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
      return "\(name)\(list) \(JSONValue.decimal(sample.value).line)\n"
    }
    return "# HELP \(name) \(Self.escaped(help, quote: false))\n# TYPE \(name) \(type.rawValue)\n"
      + lines.joined()
  }

  /// - Parameter quote: Whether a quote is escaped too, as in values of labels.
  private static func escaped(_ text: String, quote: Bool) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    return quote ? escaped.replacing("\"", with: "\\\"") : escaped
  }
}
