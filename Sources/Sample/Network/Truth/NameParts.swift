/// The parts of ordinary names.
enum NameParts {
  private static let given = [
    "Aaron", "Abigail", "Adriana", "Aisha", "Albert", "Alice", "Amélie", "Anders", "Andrea", "Anna",
    "Arjun", "Astrid", "Bence", "Björn", "Brigitte", "Bruno", "Camille", "Carlos", "Cécile",
    "Chloe", "Christoph", "Clara", "Daniel", "David", "Diego", "Dmitri", "Elena", "Elif", "Emma",
    "Erik", "Eszter", "Fatima", "Felix", "Fiona", "Françoise", "Gábor", "Grace", "Hana", "Hannah",
    "Henrik", "Hugo", "Ines", "Ingrid", "Isaac", "Jack", "Jan", "Jasmin", "João", "Johanna", "José",
    "Julia", "Jürgen", "Karin", "Katarzyna", "Kenji", "Laura", "Leila", "Liam", "Lucía", "Magnus",
    "Marek", "Maria", "Martin", "Matěj", "Maya", "Mei", "Michael", "Nadia", "Nikola", "Noah",
    "Olga", "Oskar", "Pablo", "Patricia", "Petra", "Priya", "Quentin", "Rachel", "Rafael", "René",
    "Robert", "Rosa", "Samuel", "Sara", "Sébastien", "Simon", "Sofia", "Søren", "Stefan", "Sven",
    "Tomáš", "Ulrike", "Valentina", "Victor", "Wei", "Yuki", "Yusuf", "Zofia",
  ]

  private static let family = [
    "Adams", "Álvarez", "Andersen", "Bauer", "Becker", "Bianchi", "Brown", "Castillo", "Černý",
    "Chen", "Costa", "D'Angelo", "Dubois", "Ekström", "Evans", "Fernández", "Fischer", "Fitzgerald",
    "Fontaine", "García", "Głowacki", "Gonçalves", "Green", "Gupta", "Haddad", "Hansen", "Hayashi",
    "Hoffmann", "Horváth", "Ivanov", "Jensen", "Johansson", "Jones", "Kaya", "Keller", "Khan",
    "Kim", "Kowalski", "Kuznetsov", "Lambert", "Larsen", "Lee", "Lindqvist", "López", "MacLeod",
    "Meyer", "Moreau", "Müller", "Nakamura", "Nguyen", "Nielsen", "Novák", "O'Connor", "O'Neill",
    "Okafor", "Olsen", "Papadopoulos", "Patel", "Pereira", "Petrov", "Popescu", "Quinn", "Ramírez",
    "Richter", "Rossi", "Sato", "Schmidt", "Schröder", "Silva", "Singh", "Smith", "Sørensen",
    "Svensson", "Szabó", "Takahashi", "Taylor", "Tóth", "Van der Berg", "Virtanen", "Vogel",
    "Walker", "Weber", "Williams", "Wójcik", "Yamamoto", "Yılmaz", "Zhang", "Zimmermann",
  ]

  private static let handle = [
    "byte", "cedar", "cobalt", "comet", "delta", "ember", "falcon", "fern", "gizmo", "harbor",
    "ivory", "jolt", "kelp", "lambda", "maple", "nimbus", "onyx", "pixel", "quartz", "raven",
    "sigma", "tundra", "umbra", "vector", "willow", "zephyr",
  ]

  /// One generated name. Names are not unique, as in reality.
  static func name(_ draw: inout Draw) -> String {
    switch draw.int(below: 20) {
    case 0..<2: "\(draw.pick(handle))\(draw.int(below: 1_000))"
    case 2: "\(draw.pick(handle)).\(draw.pick(handle))"
    case 3: "\(draw.pick(given)) \(draw.pick(given)) \(draw.pick(family))"
    case 4: draw.pick(given)
    default: "\(draw.pick(given)) \(draw.pick(family))"
    }
  }
}
