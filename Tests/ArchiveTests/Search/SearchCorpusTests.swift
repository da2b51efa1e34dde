import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Names of all kinds, and which of them a query must find and must not find.
struct SearchCorpusTests {
  private static let names: [(id: Int, name: String)] = [
    (1, "Bjørn Ødegård"), (2, "Łukasz Wiśniewski"), (3, "Paweł Żółć"), (4, "Đặng Văn Lâm"),
    (5, "Großmann, Jürgen"), (6, "Ægir Þórðarson"), (7, "Œdipe Lefèvre"), (8, "Işıl Yıldız"),
    (9, "İbrahim Çağlar"), (10, "Seán Ó'Briain"), (11, "M. O’Brien-Smythe"), (12, "D'Arcy McGee"),
    (13, "J.R.R. Tolkien"), (14, "Dr. Who"), (15, "O.J. Simpson"), (16, "Jean-Luc Picard"),
    (17, "Anna-Maria de la Cruz"), (18, "田中 太郎"), (19, "王小明"), (20, "김철수"),
    (21, "さくら"), (22, "カタカナ"), (23, "Ирина Щукина"), (24, "Ёлка Йодль"),
    (25, "Γιώργος Παπαδόπουλος"), (26, "מרים לוי"), (27, "محمد الأمين"), (28, "अनिल कुमार"),
    (29, "สมชาย"), (30, "Ştefan Țepeș"), (31, "Gãbriela Nuñez"), (32, "Žižek Škvorecký"),
    (33, "Nguyễn Thị Hương"), (34, "user42"), (35, "42"), (36, "C++ Fan"), (37, "<b>Bold</b>"),
    (38, "=cmd|' /C calc'!A0"), (39, "Robert'); DROP TABLE member;--"), (40, "🦊Fox🦊"),
    (41, "The 𝕄ath Wizard"), (42, "ﬁnn ﬂannery"), (43, "ＡＬＩＣＥ Ｗ"), (44, "Zoe\u{308} Faur\u{E9}"),
    (45, "Ann"), (46, "Anne"), (47, "Annabel Lee"), (48, "Joanne Hann"), (49, "AND OR NOT"),
    (50, "NEAR Miss"), (51, "snake_case_name"), (52, "dot.separated.name"), (53, "CamelCaseName"),
    (54, "x"), (55, "Straße-Weiß"), (56, "l'Hôpital"), (57, "ʻOkina Kaʻahumanu"),
    (58, "Ĳsbrand van 't Hof"), (59, "Catherine Featherstonehaugh"), (60, "Schwarzenegger"),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    var query: String
    /// The ids that must be found, and no others.
    var hits: Set<Int>
    var testDescription: String { query }

    init(_ query: String, _ hits: Int...) {
      self.query = query
      self.hits = Set(hits)
    }
  }

  private static let cases = [
    // What Unicode does not decompose, in both directions.
    Case("bjorn", 1), Case("BJØRN", 1), Case("odegard", 1), Case("ødegård bjørn", 1),
    Case("degar", 1), Case("lukasz", 2), Case("Łuk", 2), Case("wisniewski", 2), Case("pawel", 3),
    Case("zolc", 3), Case("żółć", 3), Case("dang van lam", 4), Case("đặng", 4), Case("lâm", 4),
    Case("grossmann", 5), Case("GROSSMANN", 5), Case("großm", 5), Case("jurgen grossmann", 5),
    Case("aegir", 6), Case("ægir", 6), Case("thordarson", 6), Case("þórðar", 6),
    Case("oedipe", 7), Case("œdipe", 7), Case("lefevre", 7), Case("isil", 8), Case("ışıl", 8),
    Case("yildiz", 8), Case("ibrahim", 9), Case("İBRAHİM", 9), Case("caglar", 9),
    Case("stefan tepes", 30), Case("țepeș", 30), Case("gabriela", 31), Case("nunez", 31),
    Case("zizek", 32), Case("skvorecky", 32), Case("nguyen huong", 33), Case("thi", 33),
    Case("strasse", 55), Case("weiss strasse", 55), Case("ijsbrand", 58), Case("okina", 57),
    Case("kaahumanu", 57), Case("hopital", 56), Case("l'hopital", 56), Case("lhopital", 56),
    // Composed, decomposed, and shapes of the same letters.
    Case("zoe\u{308}", 44), Case("zoë", 44), Case("zoe faure", 44), Case("math wizard", 41),
    Case("finn flannery", 42), Case("alice", 43), Case("ａｌｉｃｅ", 43),
    // Apostrophes, dots and hyphens.
    Case("obriain", 10), Case("o'briain", 10), Case("ó’briain", 10), Case("obrien", 11),
    Case("o'brien smythe", 11), Case("darcy", 12), Case("d’arcy", 12), Case("mcgee darcy", 12),
    Case("jrr tolkien", 13), Case("j.r.r.", 13), Case("tolkien", 13), Case("dr who", 14),
    Case("dr. who", 14), Case("oj", 15), Case("o.j.", 15), Case("jean-luc", 16),
    Case("luc jean", 16),
    Case("anna-maria", 17), Case("cruz de anna", 17), Case("van t hof", 58),
    Case("dot.separated", 52), Case("snake_case", 51),
    // Other scripts.
    Case("田中", 18), Case("太郎", 18), Case("太郎 田中", 18), Case("小明", 19), Case("王小明", 19),
    Case("김철", 20), Case("철수", 20), Case("さく", 21), Case("くら", 21), Case("カタ", 22),
    Case("щукина", 23), Case("ИРИНА", 23), Case("елка", 24), Case("ёлка", 24), Case("йодль", 24),
    Case("γιωργος", 25), Case("ΠΑΠΑΔΌΠΟΥΛΟΣ", 25), Case("לוי", 26), Case("מרים לוי", 26),
    Case("محمد", 27), Case("अनिल", 28), Case("สมชาย", 29),
    // Prefixes, parts, phrases, order.
    Case("ann", 45, 46, 47, 17, 48, 42, 5), Case("anne", 46, 48, 42), Case("\"ann\"", 45),
    Case("\"anna maria\"", 17), Case("\"maria anna\""), Case("\"jean luc\" pic", 16),
    Case("abel", 47), Case("hann", 48), Case("hann joan", 48), Case("ann lee", 47),
    Case("enegg", 60), Case("ne enegg", 60), Case("er enegg"), Case("case", 51, 53),
    Case("elcase", 53),
    // What SQL, FTS5, HTML and spreadsheets treat as syntax.
    Case("and or not", 49), Case("near miss", 50), Case("c++", 36, 9, 17, 38, 51, 53, 59),
    Case("bold", 37), Case("drop table", 39), Case("cmd calc", 38), Case("fox", 40), Case("🦊", 40),
    Case("42", 35), Case("user4", 34), Case("\"42\"", 35), Case("x", 54),
    // One or two typing errors where nothing matches.
    Case("schwarzeneger", 60), Case("schwartzenegger", 60), Case("shwarzeneger", 60),
    Case("fetherstonhaugh", 59), Case("wisnievski", 2), Case("picrad", 16), Case("tolkein", 13),
    Case("grosmann", 5), Case("papadopoulso"), Case("παπαδοπουλσο", 25), Case("qwxzyk"),
  ]

  @Test func everybodyWhoIsMeantIsFoundAndNobodyElse() throws {
    #expect(Self.cases.count >= 60)
    try withArchive { test in
      try test.publish(Self.names.map { .made($0.id, $0.name) }, at: day(1))
      for item in Self.cases {
        let found = try test.archive.search(SearchQuery(item.query)).people
        let ids = Set(found.compactMap { Int($0.moderators[0][2].description) })
        let (missing, surplus) = (item.hits.subtracting(ids), ids.subtracting(item.hits))
        #expect(missing.isEmpty && surplus.isEmpty, "\(item.query): -\(missing) +\(surplus)")
      }
    }
  }

  /// How many strings; `SEARCH_FUZZ_COUNT` sets more.
  private static let strings =
    ProcessInfo.processInfo.environment["SEARCH_FUZZ_COUNT"].flatMap { Int($0) } ?? 4_000

  /// The search answers every input.
  @Test(arguments: 0..<UInt64(4))
  func noiseIsNoError(seed: UInt64) throws {
    try withArchive { test in
      try test.publish(Self.names.map { .made($0.id, $0.name) }, at: day(1))
      var random = SeededRandom(seed: seed)
      for _ in 0..<Self.strings / 4 {
        let text = Self.noise(&random)
        do {
          let former = random.chance(30)
          _ = try test.archive.search(
            SearchQuery(text, site: random.chance(20) ? "math" : nil, former: former))
        } catch {
          Issue.record("seed \(seed): \(Array(text.utf8)) \(error)")
        }
      }
    }
  }

  /// Random bytes, characters with a meaning in some syntax, or a real name with an error or two.
  private static func noise(_ random: inout SeededRandom) -> String {
    let count = Int.random(in: 0...(random.chance(3) ? 400 : 24), using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      return String(decoding: bytes, as: UTF8.self)
    case 1:
      return String((0..<count).compactMap { _ in alphabet.randomElement(using: &random) })
    default:
      var name = Array(names.randomElement(using: &random)?.name ?? "")
      for _ in 0..<Int.random(in: 0...3, using: &random) where !name.isEmpty {
        let place = Int.random(in: 0..<name.count, using: &random)
        if random.chance(50) {
          name.remove(at: place)
        } else {
          name.insert(alphabet.randomElement(using: &random) ?? "e", at: place)
        }
      }
      return String(name)
    }
  }

  private static let alphabet = Array(
    "abcdefghijklmno   \"\"**''()-:^{}+=_<>|\\/%?\u{0}\u{FFFD}éøß田中\u{301}\u{200D}\u{202E}🦊ΩЖ한7")
}
