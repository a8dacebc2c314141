/// Choice of the language of a page (RFC 9110, 12.5.4 "Accept-Language").
public enum LanguageNegotiation {
    /// Returns the offered language that the header ranks highest; the first offered when it names none of them.
    ///
    /// A wildcard (`*`) stands for the first offered. A range with a quality that is not a number from 0 to 1 is
    /// ignored.
    ///
    /// - Parameters:
    ///   - header: the value of `Accept-Language`.
    ///   - offered: the primary language tags, the default first: `["en", "ko"]` gives Korean only to those who ask for
    ///     it.
    public static func pick(_ header: String?, among offered: [String]) -> String {
        let usual = offered.first ?? "en"
        var best = (language: usual, quality: 0.0)
        for range in (header ?? "").split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first?.lowercased() else { continue }
            var quality = 1.0
            for parameter in parts.dropFirst() where parameter.hasPrefix("q=") {
                quality = Double(parameter.dropFirst(2)).flatMap { (0...1).contains($0) ? $0 : nil } ?? 0
            }
            let primary = String(tag.prefix { $0 != "-" })
            let language = primary == "*" ? usual : primary
            if quality > best.quality, offered.contains(language) { best = (language, quality) }
        }
        return best.language
    }
}
