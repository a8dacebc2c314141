/// Picks the language of a page (RFC 9110, 12.5.4 "Accept-Language").
public enum LanguageNegotiation {
    /// The offered language that the header ranks highest; the first offered when it names none of them.
    ///
    /// - Parameters:
    ///   - header: the value of `Accept-Language`.
    ///   - offered: primary language tags, the default first.
    public static func pick(_ header: String?, among offered: [String]) -> String {
        var best = (language: offered.first ?? "en", quality: 0.0)
        for range in (header ?? "").split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first?.lowercased() else { continue }
            var quality = 1.0
            for parameter in parts.dropFirst() where parameter.hasPrefix("q=") {
                quality = Double(parameter.dropFirst(2)) ?? 0
            }
            let primary = String(tag.prefix { $0 != "-" })
            if quality > best.quality, offered.contains(primary) { best = (primary, quality) }
        }
        return best.language
    }
}
