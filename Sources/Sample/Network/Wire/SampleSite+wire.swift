import Roster

extension SampleSite {
  /// Writes the site as the API does.
  ///
  /// - Parameter relatives: The parent and the meta site of the site, where they are listed.
  func write(_ style: WireStyle, relatives: [Relative], to writer: inout WireWriter) {
    let object = WireObject(style)
    writer.object { writer in
      writeLists(object, relatives, to: &writer)
      writePictures(object, to: &writer)
      let launch = site.launchDate?.unixSeconds
      object.write(.launchDate, launch, to: &writer)
      object.write(.openBetaDate, launch.map { $0 - 7 * SampleClock.secondsADay }, to: &writer)
      object.write(.siteState, style.writesUnknowns ? "hibernating" : site.state, to: &writer)
      object.write(escaped: .audience, site.audience, to: &writer)
      object.write(.siteURL, site.url, to: &writer)
      object.write(.siteParameter, site.id, to: &writer)
      object.write(escaped: .siteName, site.name, to: &writer)
      object.write(.siteType, site.type.rawValue, to: &writer)
      if style.writesUnknowns { writer.field("temperature", 21) }
    }
  }

  private func writeLists(
    _ object: WireObject, _ relatives: [Relative], to writer: inout WireWriter
  ) {
    let aliases = site.aliases.isEmpty ? nil : site.aliases
    object.write(.aliases, aliases, to: &writer) { writer, aliases in
      writer.array { writer in
        for alias in aliases { writer.value(alias) }
      }
    }
    object.write(.relatedSites, relatives.isEmpty ? nil : relatives, to: &writer) { writer, list in
      writer.array { writer in
        for relative in list { relative.write(object, to: &writer) }
      }
    }
    object.write(.styling, true, to: &writer) { writer, _ in
      writer.object { writer in
        object.write(.tagBackground, "#E0EAF1", to: &writer)
        object.write(.tagForeground, "#3E6D8E", to: &writer)
        object.write(.linkColor, "#666", to: &writer)
      }
    }
  }

  private func writePictures(_ object: WireObject, to writer: inout WireWriter) {
    let folder = "https://cdn.sstatic.net/Sites/\(site.id.filter { $0 != "." })/img"
    object.write(.highResolutionIconURL, "\(folder)/apple-touch-icon@2.png", to: &writer)
    object.write(.faviconURL, "\(folder)/favicon.ico", to: &writer)
    object.write(.iconURL, "\(folder)/apple-touch-icon.png", to: &writer)
    object.write(.logoURL, "\(folder)/logo.png", to: &writer)
  }

  /// The fields of a site about its parent or meta site.
  struct Relative {
    var relation: String
    var site: Site

    func write(_ object: WireObject, to writer: inout WireWriter) {
      writer.object { writer in
        object.write(.relation, relation, to: &writer)
        object.write(.relatedParameter, site.id, to: &writer)
        object.write(.relatedURL, site.url, to: &writer)
        object.write(escaped: .relatedName, site.name, to: &writer)
      }
    }
  }
}
