import Foundation
import Reports
import TestKit

/// A place for a report, with things at and around it at random: a few are what killed runs left, and
/// most only look like it.
struct Surroundings {
  /// Paths of what is a report's own, from the folder of all; what lies below them counts too.
  private(set) var own: Set<String> = []
  /// Own leftovers, which the next run is to remove.
  private(set) var leftovers: Set<String> = []
  private(set) var target = ""

  private let all: String
  private let samples: Samples
  private var random: SeededRandom

  /// Where the report is to be written.
  var place: String { all + "/shared/latest" }

  /// What real reports leave: a whole one, and halves as they are when a run is killed.
  struct Samples {
    var whole: String
    var halves: [String]
  }

  /// The folder in which a run works.
  static let work = ".latest.modexport-work"

  init(in folder: String, _ samples: Samples, seed: UInt64) throws {
    (all, self.samples, random) = (folder, samples, SeededRandom(seed: seed))
    try makeFolder("shared")
    try write("keep", to: "precious/thesis.txt")
    try write("keep", to: "precious/csv/sites.csv")
    try copy(samples.whole, to: "elsewhere/whole")
    try copy(half(), to: "elsewhere/half")
    for plant in Self.targets.shuffled(using: &random).prefix(1) { target = try plant(&self) }
    for plant in Self.strangers where random.chance(30) { try plant(&self, "shared/" + name()) }
    if random.chance(70), !exists("shared/" + Self.work) { try leave() }
  }

  /// A name like ours, or one that used to be or might be taken for it.
  private mutating func name() -> String {
    let letters = letters()
    if random.chance(10), !exists("shared/" + Self.work) { return Self.work }
    let names = [
      ".latest.modexport-new", ".latest.modexport-old", ".latest.modexport-lock",
      ".latest.modexport-\(letters)", ".latest.modexport-old-\(letters)",
      ".latest.modexport-\(letters)x", ".latest.modexport-\(letters.uppercased())",
      ".latest.modexport", "latest.modexport-\(letters)", ".latestmodexport-\(letters)",
      ".latest.modexport-old-", ".latest.modexport-", "latest.modexport-work",
    ]
    let name = names[Int.random(in: names.indices, using: &random)]
    return exists("shared/" + name) ? ".latest.modexport-\(self.letters())" : name
  }

  private mutating func letters() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<12).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
  }

  private mutating func half() -> String {
    samples.halves[Int.random(in: samples.halves.indices, using: &random)]
  }

  /// Leaves what a run does that is killed at some moment.
  private mutating func leave() throws {
    let work = "shared/" + Self.work
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try makeFolder(work)
    case 1: try write("Files that", to: work + "/files")
    case 2: try copy(samples.whole, to: work + "/new")
    case 3: try copy(samples.whole, to: work + "/old")
    default: try copy(half(), to: work)
    }
    own.insert(work)
    leftovers.insert(work)
  }
}

// What stands where the report is to be; each returns what it is.
extension Surroundings {
  private static let latest = "shared/latest"

  private static let targets: [@Sendable (inout Surroundings) throws -> String] = [
    { _ in "nothing" }, { _ in "nothing" },
    { try $0.ownTarget("an empty folder") { try $0.makeFolder(latest) } },
    { try $0.ownTarget("a report") { try $0.copy($0.samples.whole, to: latest) } },
    {
      $0.own.insert("elsewhere/whole")
      try $0.link(latest, to: "elsewhere/whole")
      return "a link to a report"
    },
    {
      try $0.link(latest, to: "precious")
      return "a link to a folder"
    },
    {
      try $0.link(latest, to: "nowhere")
      return "a link to nothing"
    },
    {
      try $0.write("mine", to: latest)
      return "a file"
    },
    {
      try $0.copy($0.half() + "/new", to: latest)
      return "half a report"
    },
    { surroundings in
      let stranger = strangers[Int.random(in: strangers.indices, using: &surroundings.random)]
      try stranger(&surroundings, latest)
      return "a stranger"
    },
  ]

  private mutating func ownTarget(
    _ description: String, _ make: (inout Surroundings) throws -> Void
  ) throws -> String {
    own.insert(Self.latest)
    try make(&self)
    return description
  }
}

// What is no report's own, whatever it looks like.
extension Surroundings {
  private typealias Plant = @Sendable (inout Surroundings, String) throws -> Void

  private static let strangers: [Plant] = [
    { try $0.write("mine", to: $1 + "/notes.txt") },
    { try $0.write("mine", to: $1 + "/csv/sites.csv") },
    { try $0.write("mine", to: $1) },
    { try $0.link($1, to: "precious") },
    {
      // In the place of the report that is where it goes.
      if $1 == latest { $0.own.insert("elsewhere/whole") }
      try $0.link($1, to: "elsewhere/whole")
    },
    { try $0.link($1, to: "elsewhere/half") }, { try $0.link($1, to: "nowhere") },
    { try $0.pipe($1) },
    { surroundings, path in
      // In the place of the report it may be replaced, and under the name of the folder for work it is ours.
      guard path != latest, !path.hasSuffix(work) else { return }
      try surroundings.makeFolder(path)
    },
    {
      try $0.copy($0.samples.whole, to: $1)
      try $0.write("mine", to: $1 + "/csv/mine.csv")
    },
    {
      try $0.copy($0.samples.whole, to: $1)
      try $0.write("mine", to: $1 + "/csv/sites.csv")
    },
    {
      try $0.copy($0.samples.whole, to: $1)
      try $0.replace($1 + "/csv", byLinkTo: "precious/csv")
    },
    {
      try $0.copy($0.samples.whole, to: $1)
      try $0.replace($1 + "/index.html", byLinkTo: "precious/thesis.txt")
    },
    {
      try $0.copy($0.samples.whole, to: $1)
      try $0.append(
        "\(String(repeating: "0", count: 64))  ../../precious/thesis.txt\n", $1, "SHA256SUMS")
    },
    {
      try $0.copy($0.half(), to: $1)
      try $0.write("mine", to: $1 + "/new/mine.txt")
    },
    {
      try $0.copy($0.half(), to: $1)
      try $0.replace($1 + "/files", byLinkTo: "elsewhere/half/files")
    },
    {
      try $0.copy($0.half(), to: $1)
      try $0.replace($1 + "/new/csv", byLinkTo: "precious/csv")
    },
    {
      try $0.copy($0.half(), to: $1)
      try FileManager.default.removeItem(atPath: $0.path($1 + "/new/csv/sites.csv"))
      try $0.write("mine", to: $1 + "/new/csv/sites.csv/notes.txt")
    },
    {
      try $0.copy($0.half(), to: $1)
      let names = ["../precious/thesis.txt", "/etc/hostname", "a/../../x", "a/\u{301}b", ""]
      let name = names[Int.random(in: names.indices, using: &$0.random)]
      try $0.append("\(name)\n", $1, "files")
    },
    {
      try $0.write("A report\nthesis.txt\n", to: $1 + "/files")
      try $0.write("mine", to: $1 + "/new/thesis.txt")
    },
    {
      try $0.makeFolder($1)
      for name in ["files", "SHA256SUMS", "datapackage.json"] {
        try $0.pipe($1 + "/" + name)
      }
    },
    { surroundings, path in
      guard geteuid() == 0, path != latest else { return }
      try surroundings.copy(surroundings.half(), to: path)
      unsafe chown(surroundings.path(path), 12_345, 12_345)
    },
  ]
}

extension Surroundings {
  private func path(_ path: String) -> String { all + "/" + path }

  private func exists(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: self.path(path))) != nil
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: self.path(path), withIntermediateDirectories: true)
  }

  private func makeParent(of path: String) throws {
    let url = URL(filePath: self.path(path)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  private func write(_ text: String, to path: String) throws {
    try makeParent(of: path)
    try Data(text.utf8).write(to: URL(filePath: self.path(path)))
  }

  private func append(_ text: String, _ folder: String, _ name: String) throws {
    let url = URL(filePath: path(folder + "/" + name))
    try (try Data(contentsOf: url) + Data(text.utf8)).write(to: url)
  }

  private func copy(_ source: String, to path: String) throws {
    try makeParent(of: path)
    try FileManager.default.copyItem(atPath: source, toPath: self.path(path))
  }

  private func link(_ path: String, to destination: String) throws {
    try makeParent(of: path)
    try FileManager.default.createSymbolicLink(
      atPath: self.path(path), withDestinationPath: self.path(destination))
  }

  private func replace(_ path: String, byLinkTo destination: String) throws {
    try? FileManager.default.removeItem(atPath: self.path(path))
    try link(path, to: destination)
  }

  private func pipe(_ path: String) throws {
    try makeParent(of: path)
    guard unsafe mkfifo(self.path(path), 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
