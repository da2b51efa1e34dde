import ArchiveKit
import FoundationEssentials
import TestKit
import Testing

@testable import Archive
@testable import ModExportCommands

struct ScheduleTests {
  static let place = SchedulePlace(
    program: "/opt/bin/modexport", folder: "/home/me", machine: "8a1c", userID: 1000)

  static let paths: [(String, String)] = [
    ("/srv/a b", "/srv/a b"), ("a", "/home/me/a"), ("./a/./b", "/home/me/a/b"),
    ("../a", "/home/me/../a"), ("a//b/", "/home/me/a/b/"), ("./", "/home/me/"),
  ]

  @Test(arguments: paths) func aPathIsMadeAbsolute(path: String, absolute: String) {
    #expect(Self.place.absolute(path) == absolute)
  }

  @Test func theCurrentFolderMayBeTheRoot() {
    var place = Self.place
    place.folder = "/"
    #expect(place.absolute("a") == "/a")
  }

  @Test func withoutSettingsTheArchiveAndTheReportAreNamed() throws {
    let job = try ScheduledJob(in: Self.place, archive: "modexport.sqlite", Settings())
    #expect(job.program == "/opt/bin/modexport")
    #expect(
      job.arguments == [
        "mirror", "--archive", "/home/me/modexport.sqlite", "--output", "/home/me/Exports/latest",
      ])
    #expect(job.secrets.isEmpty)
  }

  @Test func aSiteThatBeginsWithADashIsNoOption() throws {
    let job = try ScheduledJob(
      in: Self.place, archive: "/a", Settings(), sites: ["math", "-x"])
    #expect(job.arguments.first == "mirror")
    #expect(job.arguments.suffix(3) == ["--", "math", "-x"])
  }

  @Test func whatAScheduledRunDoesNotFindByItselfIsNamed() throws {
    let file = try ConfigurationFile(
      "rate: 10\noutput: out\nbackup: /mnt/copies\nping: https://hc.example.org/id", path: "c.yaml")
    let settings = Settings(
      environment: [
        "MODEXPORT_ELECTED": "yes", "MODEXPORT_SPREADSHEET_SAFE": "off",
        "MODEXPORT_MAX_WAIT": "5m", "MODEXPORT_KEY_FILE": "key", "MODEXPORT_COLOR": "always",
        "MODEXPORT_VERBOSE": "1",
      ], file: file)
    let job = try ScheduledJob(in: Self.place, archive: "/srv/a.sqlite", settings)
    #expect(
      job.arguments == [
        "mirror", "--config", "/home/me/c.yaml", "--archive", "/srv/a.sqlite", "--key-file",
        "/home/me/key", "--max-wait=5m", "--elected", "--output", "/home/me/out",
        "--no-spreadsheet-safe",
      ])
  }

  @Test func aSecretIsNotPrinted() throws {
    let settings = Settings(environment: ["MODEXPORT_PING": "https://hc.example.org/id"])
    let job = try ScheduledJob(in: Self.place, archive: "a", settings)
    #expect(!job.arguments.contains { $0.contains("hc.example.org") })
    #expect(job.secrets == ["MODEXPORT_PING"])
  }

  @Test func everySettingOfAPathIsKnown() {
    let paths = SettingList.all.filter { setting in
      let setting = (setting as? DefaultedSetting<String>)?.setting ?? setting as? Setting<String>
      return ["file", "folder"].contains(setting?.valueName)
    }
    #expect(Set(paths.map(\.name)) == SettingList.paths)
  }

  @Test func aPathWithALineBreakIsRefused() {
    let failure = #expect(throws: CommandFailure.self) {
      try ScheduledJob(in: Self.place, archive: "a\nb", Settings())
    }
    #expect(failure?.status == .usage)
  }

  @Test func theMinuteIsStableAndSpread() {
    let times = (UInt32(0)..<2000).map { user in
      var place = Self.place
      place.userID = user
      return NightlyTime(of: place)
    }
    #expect(NightlyTime(of: Self.place) == NightlyTime(of: Self.place))
    #expect(times.allSatisfy { (3...5).contains($0.hour) && (0...59).contains($0.minute) })
    // Of 180 minutes, 2,000 users leave none without anybody, and none has four times its share.
    let counts = Dictionary(grouping: times, by: { $0 }).mapValues(\.count)
    #expect(counts.count > 175)
    #expect(counts.values.allSatisfy { $0 < 44 })
  }

  @Test(arguments: [("03:30", "30 3 * * *"), ("3:05", "5 3 * * *"), ("23:59", "59 23 * * *")])
  func aTimeIsTaken(text: String, fields: String) async throws {
    let outcome = try await sample("schedule", "--print", "cron", "--at", text)
    #expect(outcome.output.hasPrefix("\(fields) /"))
    let timer = try await sample("schedule", "--print", "timer", "--at", text)
    #expect(timer.output.contains("OnCalendar=*-*-* \(text.count < 5 ? "0" : "")\(text):00\n"))
  }

  static let words: [(text: String, shell: String, systemd: String)] = [
    ("/a/b-c_1.sqlite", "/a/b-c_1.sqlite", "/a/b-c_1.sqlite"),
    ("a b", "'a b'", "\"a b\""),
    ("it's", #"'it'\''s'"#, "\"it's\""),
    ("100%", "'100%'", "\"100%%\""),
    ("$HOME", "'$HOME'", "\"$$HOME\""),
    (#"a\"b"#, #"'a\"b'"#, #""a\\\"b""#),
    ("", "''", "\"\""),
    (";", "';'", "\";\""),
    ("é", "'é'", "\"é\""),
  ]

  @Test(arguments: words) func aTextIsOneWord(text: String, shell: String, systemd: String) {
    #expect(Crontab.shellWord(text) == shell)
    #expect(SystemdUnits.word(text) == systemd)
  }

  @Test func theLineOfCron() {
    let job = ScheduledJob(program: "/opt/100% of/modexport", arguments: ["mirror", "a%b"])
    #expect(
      Crontab.line(of: job, at: NightlyTime(hour: 4, minute: 7))
        == #"7 4 * * * '/opt/100\% of/modexport' mirror 'a\%b'"# + "\n")
    let backslash = ScheduledJob(program: "/m", arguments: [#"a\%b"#, #"c\\%"#])
    #expect(
      Crontab.line(of: backslash, at: NightlyTime(hour: 4, minute: 7))
        == #"7 4 * * * /m 'a\''\%b' 'c\\''\%'"# + "\n")
  }

  @Test(arguments: [true, false]) func theUnits(forRoot: Bool) throws {
    let job = ScheduledJob(program: "/opt/100% $of/modexport", arguments: ["mirror", "$a"])
    let service = try SystemdUnits.service(of: job, forRoot: forRoot)
    #expect(service.contains("\nExecStart=\"/opt/100%% $of/modexport\" mirror \"$$a\"\n"))
    #expect(service.contains("network-online.target") == forRoot)
    let timer = SystemdUnits.timer(at: NightlyTime(hour: 4, minute: 7))
    #expect(timer.contains("\nOnCalendar=*-*-* 04:07:00\n"))
    #expect(timer.contains("\nPersistent=true\n"))
  }

  @Test(arguments: ["/a'b", "/a\"b", "/a\\b"]) func aProgramThatSystemdRefuses(path: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try SystemdUnits.service(
        of: ScheduledJob(program: path, arguments: ["mirror"]), forRoot: true)
    }
    #expect(failure?.description.hasPrefix("systemd cannot run '\(path)'") == true)
  }

  /// The options of `mirror` are part of the line, and take precedence over variables.
  @Test func theOptionsOfMirrorAreScheduled() async throws {
    try await withTemporaryFolder { folder in
      let outcome = await modexport(
        [
          "schedule", "--print", "cron", "--output", "/srv/www", "--backup", "\(folder)/copies",
          "--backup-copies", "30", "--keep", "180d", "--rate", "9", "--elected", "cooking",
        ], archive: "\(folder)/a.sqlite",
        environment: ["MODEXPORT_RATE": "5", "MODEXPORT_OUTPUT": "/elsewhere"])
      #expect(outcome.code == 0)
      #expect(
        outcome.output.contains(
          " mirror cooking --archive \(folder)/a.sqlite --rate=9 --elected --output /srv/www --keep=180d "
            + "--backup \(folder)/copies --backup-copies=30\n"))
      #expect(outcome.message.contains("Scheduled: cooking.\n"))
    }
  }

  static let refused: [[String]] = [
    ["--backup-copies", "0"], ["--keep", "30"], ["--api-url", "ftp://x"],
    ["--key-file", "/nowhere/key"], ["--rate", "31"], ["--", "nosuchsite"], ["--at", "24:00"],
    ["--at", "3"],
    ["--at", "03:60"], ["--at", "3:5"], ["--at", "+3:05"], ["--at", "03:30:00"], ["--at", ""],
  ]

  @Test(arguments: refused) func aBadValueIsRefusedThereAndThen(arguments: [String]) async throws {
    let outcome = try await sample("schedule", "--print", "cron", arguments[0], arguments[1])
    #expect(outcome.code == 64)
    #expect(outcome.output.isEmpty)
  }

  @Test func whatIsScheduledAndMissingIsTold() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      try maker.archive.bindAPI("api.example", network: testNetwork)
      try maker.archive.close()
      let scoped = await modexport(
        ["schedule", "--print", "cron", "--backup", "/nowhere/copies"], archive: path)
      #expect(scoped.message.contains("remembers as its scope (all main sites; 3 open"))
      #expect(scoped.message.contains("There is no folder /nowhere for the copies"))
      #expect(scoped.message.contains("A run would be refused: This archive was mirrored from"))
      let new = await modexport(["schedule", "--print", "cron"], archive: path + "-new")
      #expect(!new.message.contains("refused"))
      #expect(new.message.contains("Scheduled: all main sites, because there is no archive"))
    }
  }
}
